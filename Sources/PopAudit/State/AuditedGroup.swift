import PopupScheduling

/// What a popup asks of the page it is shown on: the same for all popups with the same requirements in one scene.
struct AuditedBinding {
  struct Key {
    var scene: Int32
    var pages: NameListID
    var matching: ClassMatching
    var instance: PageID
    var parked: PageID

    /// By what it is found again among those with the same number.
    @inline(__always)
    func id(among number: Int32) -> IndexTable.Key {
      IndexTable.Key(number << 1 | (matching == .exact ? 1 : 0), pages.rawValue, instance.rawValue, parked.rawValue)
    }

    /// Whether they ask for nothing but classes.
    var isOfClasses: Bool { instance.isNone && parked.isNone && !pages.isNone }
    var isFree: Bool { pages.isNone && instance.isNone && parked.isNone }
  }

  var key: Key
  /// Whether the page that was current last in the scene, or is, will do.
  var isOpen: Bool
  /// The page it was last looked at for, as a number of ``AuditState/pageCount``.
  var checked: Int32 = -1
  var openIndex: Int32 = -1
  var groups: Int32 = -1
  /// Which of the first 64 lists of classes it was compared with, and which of those will do.
  var compared: UInt64 = 0
  var matching: UInt64 = 0

  /// Whether a page with these classes is of one that it asks for.
  @inline(__always)
  mutating func takes(_ classes: NameListID, _ names: borrowing Names) -> Bool {
    guard UInt32(bitPattern: classes.rawValue) < 64 else {
      return names.matches(classes: classes, anyOf: key.pages, key.matching)
    }
    let bit: UInt64 = 1 << UInt64(classes.rawValue)
    if compared & bit == 0 {
      compared |= bit
      if names.matches(classes: classes, anyOf: key.pages, key.matching) { matching |= bit }
    }
    return matching & bit != 0
  }
}

/// The LIVE popups that are not UP, of one queue, one kind and one binding: what opens and closes for one does so for all of them.
struct AuditedGroup {
  var queue: Int32
  var kind: PopupKind
  var binding: Int32
  var next: Int32
  var isExempt: Bool
  /// The first of those that are ready in the order in which they would be shown, the root of its heap in ``AuditState/ready``.
  var ready: Int32 = -1
  /// The first submitted of the ready that have not starved yet, likewise in ``AuditState/byAge``.
  var byAge: Int32 = -1
}

/// A binding among those that have to be looked at when a page, or one of a class, becomes current.
struct BindingLink {
  var binding: Int32
  var next: Int32
}
