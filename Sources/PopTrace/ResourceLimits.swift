/// How much untrusted input may ask for: one budget for reading, replaying and judging.
///
/// ```swift
/// var limits = ResourceLimits()
/// limits.eventsPerSession = 50_000_000
/// let reader = try TraceReader(bytes, limits: limits)
/// ```
///
/// Everything that input can make large has a limit that no app meets. What goes beyond one is refused with ``TraceError/Code/tooLarge`` and a
/// sentence that names the limit and the option of `poptrace` that raises it.
public struct ResourceLimits: Hashable, Sendable {
  /// The most events of a session.
  public var eventsPerSession = 4_194_304
  /// The most bytes of a frame, and of its content once decompressed.
  public var frameBytes = 16_908_288
  /// The most turns of a replay for each event of its session, on top of ``turnsAtLeast``.
  public var turnsPerEvent = 64
  /// The turns that every replay may take, however short its session.
  public var turnsAtLeast = 100_000
  /// The most turns in a row at one instant; more is a run that stands still.
  public var turnsAtOneInstant = 10_000
  /// The most popups submitted and not ended at one time.
  public var livePopups = 100_000
  /// The most schedulers of a session, over all scenes.
  public var schedulersPerSession = 1024
  /// The most scenes of a session.
  public var scenesPerSession = 1024
  /// The most pages that stand in each other.
  public var containerDepth = 64
  /// The most names, and lists of names, of a session.
  public var namesPerSession = 1_048_576
  /// The most popups, pages and other entries of one of a session's tables.
  public var entriesPerTable = 1_048_576
  /// The most bytes of memory for sessions that are read and judged at one time, over all jobs.
  public var memoryBytes = 4 << 30

  /// Makes the default limits.
  public init() {}

  /// No limits, for what is not untrusted.
  static let none: ResourceLimits = {
    var limits = ResourceLimits()
    for name in Name.allCases { limits[name] = .max }
    return limits
  }()

  /// What has a limit, by the name that `--limit NAME=NUMBER` raises it by.
  public enum Name: String, CaseIterable, Sendable {
    case eventsPerSession = "events-per-session"
    case frameBytes = "frame-bytes"
    case turnsPerEvent = "turns-per-event"
    case turnsAtLeast = "turns-at-least"
    case turnsAtOneInstant = "turns-at-one-instant"
    case livePopups = "live-popups"
    case schedulersPerSession = "schedulers-per-session"
    case scenesPerSession = "scenes-per-session"
    case containerDepth = "container-depth"
    case namesPerSession = "names-per-session"
    case entriesPerTable = "entries-per-table"
    case memoryBytes = "memory-bytes"
  }

  /// The end of a sentence about what a name limits; it begins "The most".
  package static func explanation(of name: Name) -> String {
    switch name {
    case .eventsPerSession: "events of a session"
    case .frameBytes: "bytes of a frame, and of its content once decompressed"
    case .turnsPerEvent: "turns of a replay for each event of its session, on top of `turns-at-least`"
    case .turnsAtLeast: "turns that every replay may take, however short its session"
    case .turnsAtOneInstant: "turns in a row at one instant"
    case .livePopups: "popups submitted and not ended at one time"
    case .schedulersPerSession: "schedulers of a session, over all scenes"
    case .scenesPerSession: "scenes of a session"
    case .containerDepth: "pages that stand in each other"
    case .namesPerSession: "names of a session, and lists of names"
    case .entriesPerTable: "popups, pages or other entries of one of a session's tables"
    case .memoryBytes: "bytes of memory for sessions that are read and judged at one time, over all jobs"
    }
  }

  package subscript(_ name: Name) -> Int {
    @inline(__always)
    get {
      var limits = self
      return limits.withLimit(name) { $0 }
    }
    set { withLimit(name) { $0 = newValue } }
  }

  // No key paths: one costs 400 instructions, and each short session asks for thirteen limits.
  @inline(__always)
  private mutating func withLimit<Result>(_ name: Name, _ body: (inout Int) -> Result) -> Result {
    switch name {
    case .eventsPerSession: body(&eventsPerSession)
    case .frameBytes: body(&frameBytes)
    case .turnsPerEvent: body(&turnsPerEvent)
    case .turnsAtLeast: body(&turnsAtLeast)
    case .turnsAtOneInstant: body(&turnsAtOneInstant)
    case .livePopups: body(&livePopups)
    case .schedulersPerSession: body(&schedulersPerSession)
    case .scenesPerSession: body(&scenesPerSession)
    case .containerDepth: body(&containerDepth)
    case .namesPerSession: body(&namesPerSession)
    case .entriesPerTable: body(&entriesPerTable)
    case .memoryBytes: body(&memoryBytes)
    }
  }

  /// The error for input that goes beyond a limit; its sentence begins like "The session has 5,000,000 events".
  package func error(_ name: Name, at position: TraceError.Position? = nil, _ subject: String) -> TraceError {
    TraceError(.tooLarge, at: position, "\(subject); \(Self.advice(name, self[name]))")
  }

  /// What every sentence about a limit ends with.
  static func advice(_ name: Name, _ limit: Int) -> String {
    let unit = name == .turnsPerEvent ? " for each event" : ""
    return "the limit is \(limit)\(unit). Raise it with --limit \(name.rawValue)=NUMBER if you trust the input."
  }
}
