import PopupScheduling
import Testing

@testable import PopTrace

/// Both forms of a session are bounded by the same limits, and whoever trusts the input raises them.
@Suite struct ResourceLimitTests {
  /// A session that asks for much, what it asks for, and how much of it would have to be allowed.
  struct Demand: Sendable, CustomTestStringConvertible {
    let name: ResourceLimits.Name
    let needed: Int
    let session: Session
    var testDescription: String { name.rawValue }

    init(_ name: ResourceLimits.Name, _ needed: Int, _ make: (inout Session) -> Void) {
      self.name = name
      self.needed = needed
      var session = Session()
      make(&session)
      self.session = session
    }
  }

  static let demands: [Demand] = [
    Demand(.eventsPerSession, 30) { session in for _ in 0..<30 { session.add(Event(.idle)) } },
    Demand(.namesPerSession, 40) { session in
      for number in 0..<40 {
        var event = Event(.appSignedIn)
        event.name = session.catalog.names.intern("user \(number)")
        session.add(event)
      }
    },
    Demand(.entriesPerTable, 25) { session in
      for number in 0..<25 {
        var event = Event(.popupViewLost)
        event.popup = session.catalog.popup(numbered: Int64(number))
        session.add(event)
      }
    },
    Demand(.schedulersPerSession, 12) { session in
      for number in 0..<12 { session.submit { $0.scheduler = UInt16(number) } }
    },
    Demand(.scenesPerSession, 9) { session in for number in 0..<9 { session.submit { $0.scene = UInt16(number) } } },
    Demand(.containerDepth, 17) { session in session.nest(17, isForward: false) },
    Demand(.containerDepth, 18) { session in session.nest(18, isForward: true) },
  ]

  private func error(_ bytes: [UInt8], _ limits: ResourceLimits) -> TraceError? {
    do {
      if JSONLines.isText(bytes) {
        _ = try JSONLines.sessions(in: bytes, limits: limits)
      } else {
        var reader = try TraceReader(bytes, limits: limits)
        var session = Session()
        while try reader.next(&session) {}
      }
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: demands, [false, true])
  func whatGoesBeyondALimitIsRefusedByItsName(demand: Demand, isText: Bool) throws {
    var bytes: [UInt8] = []
    if isText { JSONLines.write(demand.session, into: &bytes) } else { bytes = try file(of: [demand.session]) }
    #expect(error(bytes, ResourceLimits()) == nil)
    var limits = ResourceLimits()
    limits[demand.name] = demand.needed
    #expect(error(bytes, limits) == nil)
    limits[demand.name] = demand.needed - 1
    let found = try #require(error(bytes, limits))
    #expect(found.code == .tooLarge)
    #expect(found.message.contains("the limit is \(demand.needed - 1)."), "\(found.message)")
    #expect(found.message.contains("--limit \(demand.name.rawValue)=NUMBER"), "\(found.message)")
  }

  @Test func aFrameMayBeNoLargerThanItsLimit() throws {
    let bytes = try file(of: [FieldSession.make(events: 400)])
    var limits = ResourceLimits()
    limits.frameBytes = 500
    let found = try #require(error(bytes, limits))
    #expect(found.code == .tooLarge)
    #expect(found.message.contains("--limit frame-bytes=NUMBER"), "\(found.message)")
    limits.frameBytes = TraceInfo(bytes).chunks[0].contentSize
    #expect(error(bytes, limits) == nil)
  }

  @Test func deepPagesAreLookedAtInLinearTime() throws {
    for isForward in [false, true] {
      var session = Session()
      session.nest(50_000, isForward: isForward)
      var limits = ResourceLimits()
      #expect(error(try file(of: [session]), limits)?.message.contains("--limit container-depth=NUMBER") == true)
      limits.containerDepth = 50_000
      #expect(error(try file(of: [session]), limits) == nil)
      session.catalog.pages[isForward ? 49_999 : 0].container = PageID(25_000)
      #expect(!PageForest(session.catalog.pages).firstFlaw.isNone)
    }
  }

  /// A chunk may name a million names with a byte each; what nobody refers to costs next to nothing.
  @Test func namesThatNobodyRefersToAreNotMade() throws {
    var content: [UInt8] = []
    content.append(count: 1_000_000)
    content += [UInt8](repeating: 1, count: 1_000_000) + [UInt8](repeating: 0xFF, count: 1_000_000)
    // No lists, attributes, kinds of pages, segments and anchors.
    content += [0, 0, 0, 0, 0]
    var chunk = ChunkContent()
    chunk.bytes = content
    try chunk.open(ChunkHead())
    #expect(chunk.nameCount == 1_000_000)
    var texts = ChunkContent.Texts()
    // They are not even UTF-8, which shows as soon as somebody asks.
    #expect(throws: Malformed.self) { try texts.text(of: 5, in: chunk) }
  }

  @Test func everyLimitHasANameAndAPath() {
    for name in ResourceLimits.Name.allCases {
      var limits = ResourceLimits()
      limits[name] += 1
      #expect(limits != ResourceLimits())
      #expect(limits[name] == ResourceLimits()[name] + 1)
    }
    #expect(Mirror(reflecting: ResourceLimits()).children.count == ResourceLimits.Name.allCases.count)
  }
}

extension Session {
  /// Adds an event with the next number.
  fileprivate mutating func add(_ event: Event) {
    var event = event
    event.sequence = Int32(log.events.count)
    log.events.append(event)
  }

  fileprivate mutating func submit(_ change: (inout PopupSpec) -> Void) {
    var spec = PopupSpec(name: catalog.names.intern("a"))
    change(&spec)
    var event = Event(.popupSubmitted)
    event.popup = catalog.popup(numbered: Int64(log.events.count))
    event.spec = catalog.intern(spec)
    add(event)
  }

  /// Adds pages that stand in each other, the outermost first or last.
  fileprivate mutating func nest(_ depth: Int, isForward: Bool) {
    for number in 0..<depth {
      let page = catalog.page(numbered: Int64(number))
      let container = isForward ? number + 1 : number - 1
      if container >= 0, container < depth { catalog.pages[page.index].container = PageID(container) }
    }
    var event = Event(.pageLoaded)
    event.page = PageID(isForward ? 0 : depth - 1)
    add(event)
  }
}
