package import PopTrace
package import PopupScheduling

/// For how long the users of an app leave popups unanswered, and how long content takes there (<doc:CausalReplay#The-estimate>).
package struct ReactionModel: Hashable, Sendable {
  /// The answers to one question; there is no curve where there were not enough of them.
  package struct Answers: Hashable, Sendable {
    package var names: [PopupName: ReactionCurve] = [:]
    package var kinds: [PopupKind: ReactionCurve] = [:]
    package var all: ReactionCurve?

    package init() {}

    init(_ tally: ReactionTally) {
      var whole = DurationHistogram()
      for (kind, histogram) in tally.kinds {
        whole += histogram
        kinds[kind] = ReactionCurve(enough: histogram)
      }
      for (name, histogram) in tally.names { names[name] = ReactionCurve(enough: histogram) }
      all = ReactionCurve(enough: whole)
    }

    /// What is known of a popup: by its name, else by its kind, else of all; nil where nothing is.
    package func curve(named name: PopupName, _ kind: PopupKind) -> ReactionCurve? {
      names[name] ?? kinds[kind] ?? all
    }
  }

  package var dwell = Answers()
  package var content = Answers()
  /// How long users take to visit a page after the last popup went; nil where there were not enough visits.
  package var visit: ReactionCurve?

  package init() {}
}

/// What a reaction model says of the popups of one session.
package struct SessionReactions: Hashable, Sendable {
  /// For each popup how long it stays up, then how long its content takes; nil where the model says nothing.
  private var curves: [ReactionCurve?] = []

  package init(_ model: ReactionModel, _ session: Session) {
    for event in session.log.events where event.kind == .popupSubmitted && !event.popup.isNone {
      let index = event.popup.index
      guard index < session.catalog.popupNumbers.count, event.spec.index >= 0,
        event.spec.index < session.catalog.specs.count
      else { continue }
      let spec = session.catalog.spec(event.spec)
      let name = PopupName(session.catalog.names.text(spec.name))
      while curves.count < 2 * index + 2 { curves.append(nil) }
      curves[2 * index] = model.dwell.curve(named: name, spec.kind)
      curves[2 * index + 1] = model.content.curve(named: name, spec.kind)
    }
  }

  func curve(_ question: Question, about popup: PopupID) -> ReactionCurve? {
    let index = 2 * popup.index + (question == .dwell ? 0 : 1)
    return index >= 0 && index < curves.count ? curves[index] : nil
  }
}

/// For how long something stayed unanswered in the sessions of a corpus: by popup name and by kind (<doc:CausalReplay#Premises>).
package struct ReactionTally: Hashable, Sendable {
  private(set) var kinds: [PopupKind: DurationHistogram] = [:]
  /// Those of the smallest hashes, where there are too many.
  private(set) var names: [PopupName: DurationHistogram] = [:]
  /// The hashes of the names, the smallest first.
  private var hashes: [UInt64] = []

  /// The most names that are told from others of their kind; an app has some dozens.
  package static var nameLimit: Int { 256 }

  /// Counts an answer, or a wait that was cut short.
  mutating func add(_ milliseconds: Int64, of name: PopupName, _ kind: PopupKind, isObserved: Bool) {
    kinds[kind, default: DurationHistogram()].add(milliseconds, isObserved: isObserved)
    if let known = names.index(forKey: name) {
      names.values[known].add(milliseconds, isObserved: isObserved)
    } else if makeRoom(for: name) {
      names[name, default: DurationHistogram()].add(milliseconds, isObserved: isObserved)
    }
  }

  /// Makes room for a name that is not there yet; false where it stays out.
  /// The names with the smallest hashes stay, in whatever order they come: one that was left out would be again.
  private mutating func makeRoom(for name: PopupName) -> Bool {
    let text = name.text.utf8
    guard !text.isEmpty, text.count <= PopupName.longest else { return false }
    let hash = XXH64.hash(text)
    if hashes.count == Self.nameLimit {
      guard let largest = hashes.last, hash < largest else { return false }
      hashes.removeLast()
      for other in names.keys where XXH64.hash(other.text.utf8) == largest { names[other] = nil }
    }
    let index = hashes.partitioningIndex { $0 >= hash }
    // Two names of one hash would be two or none, depending on their order.
    guard index == hashes.count || hashes[index] != hash else { return false }
    hashes.insert(hash, at: index)
    return true
  }

  package static func += (lhs: inout ReactionTally, rhs: ReactionTally) {
    for (kind, histogram) in rhs.kinds { lhs.kinds[kind, default: DurationHistogram()] += histogram }
    for (name, histogram) in rhs.names where lhs.names[name] != nil || lhs.makeRoom(for: name) {
      lhs.names[name, default: DurationHistogram()] += histogram
    }
  }
}

/// A popup's name as its bytes are: two texts that only look alike are two names, in a fixed order.
package struct PopupName: Hashable, Sendable, Comparable {
  package let text: String

  package init(_ text: String) { self.text = text }

  /// The longest name that is told from others of its kind, in bytes.
  package static var longest: Int { 256 }

  package static func == (lhs: PopupName, rhs: PopupName) -> Bool {
    guard lhs.text.utf8.count == rhs.text.utf8.count else { return false }
    return unsafe lhs.withBytes { bytes in unsafe rhs.withBytes { other in unsafe bytes.elementsEqual(other) } }
  }

  package func hash(into hasher: inout Hasher) {
    unsafe withBytes { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Lends the bytes in one piece: one by one they would cost more than what is done with them.
  @unsafe
  private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = unsafe text.utf8.withContiguousStorageIfAvailable(body) { return result }
    return unsafe Array(text.utf8).withUnsafeBufferPointer(body)
  }

  package static func < (lhs: PopupName, rhs: PopupName) -> Bool {
    lhs.text.utf8.lexicographicallyPrecedes(rhs.text.utf8)
  }
}
