import PopupScheduling

extension EventField {
  /// How the field is read and written; nil for the attributes, which have tables of their own.
  ///
  /// - Parameter isRequired: Whether events of the kind in question make no sense without it.
  func coding(isRequired: Bool) -> FieldCoding<Event>? {
    let numbers = Int64(0)...Int64(UInt16.max)
    return switch slot {
    case .popup: .popup(wireName, \.popup, isRequired: isRequired)
    case .page: .page(wireName, \.page, isRequired: isRequired)
    // A generation that an event cannot do without is one that was shown; those are counted from 1.
    case .generation: number(\.generation, isRequired, in: (isRequired ? 1 : 0)...Int64(Int32.max))
    case .timer: number(\.timer.rawValue, isRequired, in: 0...Int64(SlotCheck.timerLimit))
    case .code(.reason): code(\.reason, isRequired) { isRequired || $0.flags.contains(.hasReason) }
    case .code(.act): code(\.act, isRequired) { _ in true }
    case .code(.phase): code(\.phase, isRequired) { _ in true }
    case .code(.purpose): code(\.purpose, isRequired) { $0.code != 0 }
    case .code(.popupKind): Self.kind
    // A number serves as any name that an app gives.
    case .name(let role): .symbol(wireName, \.name, isRequired: isRequired, orNumber: role != nil)
    case .flag(let flag): self.flag(flag, isRequired)
    case .value: Self.at
    case .over: Self.over
    case .scene: .integer(wireName, \.scene, in: numbers, default: isRequired ? nil : 0)
    case .scheduler: .integer(wireName, \.scheduler, in: numbers, default: isRequired ? nil : 0)
    case .code(.none), .attributes, .pageAttributes: nil
    }
  }

  /// A number; where it is optional, the slot's default is not written.
  private func number(
    _ path: any FieldPath<Event, Int32>, _ isRequired: Bool, in bounds: ClosedRange<Int64>
  ) -> FieldCoding<Event> {
    let name = wireName
    let absent = Event(.idle)[keyPath: path]
    return FieldCoding(name, isRequired: isRequired) { event, value, input throws(TraceError) in
      event[keyPath: path] = Int32(try input.integer(value, in: bounds))
    } encode: { event, output in
      let number = event[keyPath: path]
      if isRequired || number != absent { output.member(name, integer: number) }
    }
  }

  /// A word that is kept in the event's code.
  private func code<Word: WireNamed>(
    _ path: any FieldPath<Event, Word>, _ isRequired: Bool, isGiven: @escaping @Sendable (Event) -> Bool
  ) -> FieldCoding<Event> {
    let name = wireName
    return FieldCoding(name, isRequired: isRequired) { event, value, input throws(TraceError) in
      event[keyPath: path] = try input.word(value)
    } encode: { event, output in
      if isGiven(event) { output.member(name, text: event[keyPath: path].wireName) }
    }
  }

  private func flag(_ flag: Event.Flags, _ isRequired: Bool) -> FieldCoding<Event> {
    let (name, isInverted) = (wireName, isInverted)
    return FieldCoding(name, isRequired: isRequired) { event, value, input throws(TraceError) in
      if try input.flag(value) != isInverted { event.flags.insert(flag) } else { event.flags.remove(flag) }
    } encode: { event, output in
      let isSet = event.flags.contains(flag)
      if isRequired || isSet { output.member(name, flag: isSet != isInverted) }
    }
  }

  /// `at`: an instant of the policy's own making, which may be any.
  private static let at = FieldCoding<Event>("at", isRequired: true) { event, value, input throws(TraceError) in
    event.at = try input.instant(value)
  } encode: { event, output in
    output.member("at", milliseconds: event.at)
  }

  private static let over = FieldCoding<Event>("over") { event, value, input throws(TraceError) in
    let losers = try input.elements(value, "a list of popups")
    guard losers.count <= EventLog.overLimit, let start = Int32(exactly: input.over.count) else {
      throw input.wrong(value, "a list of at most \(EventLog.overLimit) popups")
    }
    event.overStart = losers.isEmpty ? 0 : start
    event.overCount = UInt8(losers.count)
    for loser in losers { input.over.append(try input.popup(loser)) }
  } encode: { event, output in
    guard event.overCount > 0 else { return }
    let start = Int(event.overStart)
    output.member("over", popups: output.over[start..<start + Int(event.overCount)])
  }

  private static let kind = FieldCoding<Event>("kind") { event, value, input throws(TraceError) in
    event.popupKind = try input.word(value)
  } encode: { event, output in
    if let kind = event.popupKind { output.member("kind", text: kind.wireName) }
  }
}
