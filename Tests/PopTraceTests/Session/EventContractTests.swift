import PopupScheduling
import Testing

@testable import PopTrace

@Suite("What an event of a kind must have, and may have")
struct EventContractTests {
  /// A slot of an event: which fields stand in it, a value for it, and how a shape says that it is used.
  private struct Slot: Sendable {
    let fields: [EventField]
    let set: @Sendable (inout Event) -> Void
    let mode: @Sendable (inout EventShape) -> Void
  }

  private static let slots: [Slot] = [
    Slot(fields: [.popup]) {
      $0.popup = PopupID(0)
    } mode: {
      $0.modes[.popup] = 1
    },
    Slot(fields: [.page]) {
      $0.page = PageID(0)
    } mode: {
      $0.modes[.page] = 1
    },
    Slot(fields: [.generation]) {
      $0.generation = 1
    } mode: {
      $0.modes[.generation] = 1
    },
    Slot(fields: [.timer]) {
      $0.timer = TimerID(0)
    } mode: {
      $0.modes[.timer] = 1
    },
    Slot(fields: EventField.allCases.filter { if case .name = $0.slot { true } else { false } }) {
      $0.name = Symbol(0)
    } mode: {
      $0.modes[.name] = 1
    },
    Slot(fields: [.submission, .change]) {
      $0.attributes = 0
    } mode: {
      $0.modes[.attributes] = 1
    },
    Slot(fields: [.at]) {
      $0.value = 4
    } mode: {
      $0.modes[.value] = 1
    },
    Slot(fields: [.over]) {
      $0.overCount = 1
    } mode: {
      $0.modes[.over] = 1
    },
  ]

  private func fields(_ kind: EventKind, required: Bool? = nil) -> [EventField] {
    EventSchema.rules(of: kind).filter { required == nil || $0.isRequired == required }.map(\.field)
  }

  /// An event with all that its kind must have, and its shape.
  private func least(_ kind: EventKind, without omitted: Int? = nil) -> (event: Event, shape: EventShape) {
    var (event, shape) = (Event(kind), EventShape())
    shape.kind = kind.rawValue
    for (index, slot) in Self.slots.enumerated() where index != omitted {
      guard !Set(slot.fields).isDisjoint(with: fields(kind, required: true)) else { continue }
      slot.set(&event)
      slot.mode(&shape)
    }
    if fields(kind, required: true).contains(.by) { event.act = .button }
    if fields(kind, required: true).contains(.phase) { event.phase = .show }
    if fields(kind, required: true).contains(.reason) { event.reason = .slot }
    shape.code = event.code
    shape.flags = event.flags.rawValue
    return (event, shape)
  }

  private func violations(_ event: Event, _ shape: EventShape) throws -> [String?] {
    let contract = try #require(EventContract.all[Int(event.kind.rawValue)])
    return [contract.violation(of: event), contract.violation(of: shape)]
  }

  @Test("There is one for each kind, and none for any other number")
  func kinds() {
    #expect(EventContract.all.count == 256)
    for raw in 0..<256 { #expect((EventContract.all[raw] == nil) == (EventKind(rawValue: UInt8(raw)) == nil)) }
  }

  @Test("Each slot is asked for, allowed or refused as its field is", arguments: EventKind.allCases)
  func slots(kind: EventKind) throws {
    var (event, shape) = least(kind)
    #expect(try violations(event, shape) == [nil, nil])
    for (index, slot) in Self.slots.enumerated() {
      if !Set(slot.fields).isDisjoint(with: fields(kind, required: true)) {
        (event, shape) = least(kind, without: index)
        let lacks = try violations(event, shape)
        // A value that has to be there may be 0.
        #expect(lacks[1] == "lacks a field" && lacks[0] == (slot.fields == [.at] ? nil : "lacks a field"), "\(index)")
        continue
      }
      (event, shape) = least(kind)
      slot.set(&event)
      slot.mode(&shape)
      let isAllowed = !Set(slot.fields).isDisjoint(with: fields(kind))
      let words: String? = isAllowed ? nil : "has a field that such an event does not have"
      #expect(try violations(event, shape) == [words, words], "\(index)")
    }
  }

  @Test("Each property is allowed where its field is", arguments: EventKind.allCases)
  func flags(kind: EventKind) throws {
    let fields = Set(fields(kind))
    let flags: [(Event.Flags, Bool)] = [
      (.restored, fields.contains(.restored)), (.holds, fields.contains(.holds)),
      (.incomplete, fields.contains(.completed)), (.hides, fields.contains(.hides)), (.reentrant, kind.isStimulus),
      (Event.Flags(rawValue: 128), false),
    ]
    for (flag, isAllowed) in flags {
      var (event, shape) = least(kind)
      event.flags.insert(flag)
      shape.flags = event.flags.rawValue
      let words: String? = isAllowed ? nil : "has a property that such an event does not have"
      #expect(try violations(event, shape) == [words, words], "\(flag)")
    }
  }

  @Test("A word is one of those that the kind has, and is there where its property says so")
  func words() throws {
    func isSound(_ kind: EventKind, code: UInt8, _ flags: Event.Flags = []) throws -> Bool {
      var (event, shape) = least(kind)
      (event.code, event.flags) = (code, flags)
      (shape.code, shape.flags) = (code, flags.rawValue)
      let found = try violations(event, shape)
      #expect(found[0] == found[1])
      return found[0] == nil
    }
    for code in 0...255 as ClosedRange<UInt8> {
      #expect(try isSound(.idle, code: code) == (code == 0))
      let isReason = code != 0 && Reason(rawValue: code) != nil
      #expect(try isSound(.popupQueued, code: code, .hasReason) == isReason)
      #expect(try isSound(.popupParked, code: code, .hasReason) == isReason && !isSound(.popupQueued, code: code))
      #expect(try isSound(.popupParked, code: code) == (code == 0))
      // The first of each of these has no number but 0, or none at all: what lacks it is told by its slot.
      #expect(try isSound(.popupDismissed, code: code) == (code != 0 && DismissalAct(rawValue: code) != nil))
      #expect(try isSound(.animationFinished, code: code) == (code != 0 && AnimationPhase(rawValue: code) != nil))
      #expect(try isSound(.timerSet, code: code) == (code == 0 || TimerPurpose(rawValue: code) != nil))
      #expect(try isSound(.schedulerResumed, code: code) == (code == 0))
      #expect(try isSound(.schedulerResumed, code: code, .ofKind) == (PopupKind(rawValue: code) != nil))
    }
  }
}
