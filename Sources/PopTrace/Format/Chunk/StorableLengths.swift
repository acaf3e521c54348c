import PopupScheduling

// The maker of a session may mean "for ever" by any length beyond all sessions, and "not given" by any that is negative. A trace has one way
// to say each.

extension PopupSpec {
  /// The same attributes with lengths that a trace can hold.
  func storable(_ tick: TickLength) -> PopupSpec {
    var spec = self
    var clamping = LengthClamping(tick: tick)
    spec.visit(&clamping)
    return spec
  }
}

private struct LengthClamping: PopupAttributeVisitor {
  let tick: TickLength

  @inline(__always)
  mutating func visit<Value: AttributeValue>(_ attribute: PopupAttribute, _ value: inout Value, usual: Value) {
    let stored = value.stored
    switch attribute.shape {
    case .length: value = stored < 0 ? usual : Value(stored: tick.clamp(Ticks(stored)).rawValue) ?? usual
    // A number that there is not means that there is none.
    case .number(let numbers) where stored < numbers.lowerBound: value = usual
    case .number, .name, .list, .page, .word, .choice, .flag: break
    }
  }
}

extension PopupChange {
  /// The same change with a time limit that a trace can hold.
  func storable(_ tick: TickLength) -> PopupChange {
    var change = self
    if let expires { change.expires = expires < .zero ? tick.clamp(.distantFuture) : tick.clamp(expires) }
    return change
  }
}
