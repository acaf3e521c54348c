import PopupScheduling

// Times are given in ms and kept in ticks, exactly (TimeAndTurns, *Ticks*).
extension JSONLineInput {
  /// An instant in ms, which may be before the session's start.
  func instant(_ value: JSONValue) throws(TraceError) -> Ticks {
    try ticks(value, below: tick.instantLimit)
  }

  /// An instant in ms that is not before the session's start.
  func time(_ value: JSONValue) throws(TraceError) -> Ticks { try length(value) }

  /// A length in ms.
  func length(_ value: JSONValue) throws(TraceError) -> Ticks {
    let length = try ticks(value, below: tick.timeLimit)
    guard length >= .zero else { throw wrong(value, "0 or more") }
    return length
  }

  private func ticks(_ value: JSONValue, below limit: Int64) throws(TraceError) -> Ticks {
    let number = try number(value, "a number of milliseconds")
    guard let (ticks, isExact) = number.magnitude(shiftedBy: 3, dividedBy: UInt64(tick.microseconds)) else {
      throw wrong(value, "fewer than 2^60 ticks")
    }
    guard isExact else {
      throw wrong(value, "a whole number of ticks of \(tick.microseconds) µs\(helpfulTick(for: number))")
    }
    guard ticks < UInt64(limit) else {
      throw wrong(value, limit == SlotCheck.timeLimit ? "fewer than 2^60 ticks" : "less than \(limit) ticks")
    }
    return Ticks(number.isNegative ? -Int64(ticks) : Int64(ticks))
  }

  /// The longest tick that would hold a number of milliseconds and everything that the session's own tick holds.
  private func helpfulTick(for number: DecimalNumber) -> String {
    guard let (microseconds, isExact) = number.magnitude(shiftedBy: 3), isExact else {
      return ", and no tick is shorter than 1 µs"
    }
    var (tick, rest) = (UInt64(tick.microseconds), microseconds)
    while rest != 0 { (tick, rest) = (rest, tick % rest) }
    return " (\"tick_us\":\(tick) in the header would hold it)"
  }

  /// A scene and the number of a scheduler in it.
  func line(_ value: JSONValue) throws(TraceError) -> SchedulerID {
    let elements = try elements(value, "a list of a scene and a scheduler")
    guard elements.count == 2 else { throw wrong(value, "a list of a scene and a scheduler") }
    return SchedulerID(
      scene: UInt16(try integer(elements[0], in: 0...Int64(UInt16.max))),
      scheduler: UInt16(try integer(elements[1], in: 0...Int64(UInt16.max))))
  }
}
