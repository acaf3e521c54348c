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

// Two lists of a session may have the same members; a chunk has one for both, and cannot tell which of them is meant.

extension PopupSpec {
  /// Whether two attributes say the same, whichever of several equal lists they name.
  func isSame(as other: PopupSpec, _ names: Names) -> Bool {
    if self == other { return true }
    guard pages.isNone == other.pages.isNone, names.list(pages).elementsEqual(names.list(other.pages)) else {
      return false
    }
    var aligned = other
    aligned.pages = pages
    return self == aligned
  }
}

extension PopupChange {
  /// Whether two changes say the same, whichever of several equal lists they name.
  func isSame(as other: PopupChange, _ names: Names) -> Bool {
    if self == other { return true }
    guard let pages, let others = other.pages, names.list(pages).elementsEqual(names.list(others)) else { return false }
    var aligned = other
    aligned.pages = pages
    return self == aligned
  }
}
