import PopupScheduling

// The maker of a session may mean "for ever" by any length beyond all sessions, and "not given" by any that is negative. A trace has one way
// to say each.

extension PopupSpec {
  /// The same attributes with lengths that a trace can hold.
  func storable(_ tick: TickLength) -> PopupSpec {
    var spec = self
    spec.expires = expires < .zero ? Ticks(-1) : tick.clamp(expires)
    spec.autoDismiss = autoDismiss < .zero ? Ticks(-1) : tick.clamp(autoDismiss)
    spec.hideLength = hideLength < .zero ? Ticks(-1) : tick.clamp(hideLength)
    spec.showLength = tick.clamp(showLength)
    spec.object = max(object, -1)
    return spec
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
