/// What is altered of a popup that waits; what is nil stays as it is.
public struct PopupAlteration: Hashable, Sendable {
  /// Its new level.
  public var level: Int32?
  /// Class names of the pages it may be shown on from now on.
  public var pages: [String]?
  /// For how long after its submission it may still be shown anew, in milliseconds.
  public var expiresAfterMilliseconds: Int64?

  /// Makes an alteration.
  public init(level: Int32? = nil, pages: [String]? = nil, expiresAfterMilliseconds: Int64? = nil) {
    self.level = level
    self.pages = pages
    self.expiresAfterMilliseconds = expiresAfterMilliseconds
  }

  /// Whether it alters nothing.
  public var isEmpty: Bool { self == PopupAlteration() }

  /// The alteration in the trace's vocabulary.
  @MainActor
  func change(tick: TickLength, naming: inout Naming, names: inout Names) -> PopupChange {
    var change = PopupChange()
    change.level = level
    if let pages { change.pages = naming.intern(pages, in: &names) }
    if let expiresAfterMilliseconds { change.expires = tick.length(milliseconds: expiresAfterMilliseconds) }
    return change
  }
}

extension TickLength {
  /// A length that an app gives, as a trace can hold it: a negative one is over at once, one of more than a century lasts that long.
  func length(milliseconds: Int64) -> Ticks {
    ticks(ceilingMilliseconds: min(max(milliseconds, 0), 100 * 365 * 24 * 3600 * 1000))
  }
}
