/// The attributes of a submitted popup (<doc:PagesAndPopups#Attributes-of-a-popup>): a plain value, which a policy copies at no cost.
@frozen
public struct PopupSpec: Hashable, Sendable {
  /// Its name, shared by all submissions of the same thing.
  public var name: Symbol
  /// What sort of thing it is.
  public var kind: PopupKind = .alert
  /// How urgent it is: the smaller, the more urgent.
  public var level: Int32 = 0
  /// Class names of the pages it may be shown on; ``Identifier/none`` for any.
  public var pages: NameListID = .none
  /// Whether subclasses of those count.
  public var matching: ClassMatching = .subclasses
  /// The one page instance it may be shown on.
  public var instance: PageID = .none
  /// Whether it comes back when its page does.
  public var keepAlive = false
  /// Whether its content has to be asked for.
  public var content: ContentReadiness = .ready
  /// Whether its condition holds at submission.
  public var condition = true
  /// What happens to it when its turn comes and its condition is false.
  public var whenBarred: WhenBarred = .wait
  /// What happens to it, while shown, when a more urgent popup comes.
  public var onHigher: OnHigher = .stay
  /// The sequence it is a member of, which nothing else may interrupt.
  public var chain: Symbol = .none
  /// Its de-duplication key.
  public var key: Symbol = .none
  /// How long after its submission it may still be shown anew; negative for ever.
  public var expires: Ticks = Ticks(-1)
  /// How long it stays visible, over all presentations; negative until dismissed.
  public var autoDismiss: Ticks = Ticks(-1)
  /// The length of its entry animation.
  public var showLength: Ticks = .zero
  /// The length of its exit animation; negative where none is given.
  public var hideLength: Ticks = Ticks(-1)
  /// Whether it brings the keyboard up itself.
  public var needsKeyboard = false
  /// The scene it belongs to.
  public var scene: UInt16 = 0
  /// The scheduler it belongs to.
  public var scheduler: UInt16 = 0
  /// The thing shown, where one object is submitted more than once; negative where each submission is a thing of its own.
  public var object: Int32 = -1
  /// The view it is put into; ``Identifier/none`` for the window.
  public var host: Symbol = .none
  /// When it tells its scheduler of its own dismissal.
  public var dismissal: DismissalStyle = .automatic
  /// Whether it goes in front of its equals.
  public var next = false
  /// The user for whom its content was asked; ``Identifier/none`` for the user who is signed in.
  public var user: Symbol = .none
  /// The page its caller passed.
  public var callerPage: PageID = .none

  @inlinable public init(name: Symbol) { self.name = name }
  /// The scheduler it belongs to.
  @inlinable public var schedulerID: SchedulerID { SchedulerID(scene: scene, scheduler: scheduler) }
  /// Whether it belongs to certain pages.
  @inlinable public var isBound: Bool { !pages.isNone || !instance.isNone }
  /// How long its exit animation takes; 0 for at once.
  @inlinable public var exitLength: Ticks { hideLength > .zero ? hideLength : .zero }

  /// Whether it tells its scheduler of its own dismissal only at the end of its exit animation.
  @inlinable
  public var isDismissalAnimated: Bool {
    switch dismissal {
    case .automatic: hideLength > .zero
    case .plain: false
    case .animated: true
    }
  }
}

/// The attributes of a page, given on its first mention (<doc:PagesAndPopups#Attributes-of-a-page>).
@frozen
public struct PageSpec: Hashable, Sendable {
  /// Its class followed by its superclasses, nearest first; ``Identifier/none`` where the class is not known.
  public var classes: NameListID = .none
  /// The page it stands in.
  public var container: PageID = .none
  /// How it covers the page below it.
  public var presentation: PagePresentation = .full
  /// The scene it belongs to; 0 where that is not said, it is then that of its container (``Catalog/scene(of:)``).
  public var scene: UInt16 = 0
  /// Whether it stands in a navigation stack; nil where that is not said.
  public var navigation: Bool?

  @inlinable public init() {}
}

/// What a `popup.changed` alters of a waiting popup (<doc:PagesAndPopups#Changed-popups>).
@frozen
public struct PopupChange: Hashable, Sendable {
  /// Its new level; nil to keep it.
  public var level: Int32?
  /// Its new pages; nil to keep them.
  public var pages: NameListID?
  /// Its new time limit, counted from its submission; nil to keep it.
  public var expires: Ticks?

  @inlinable public init() {}
}

// MARK: - The table

extension PopupSpec {
  /// Visits every attribute: this is the table of them, in the order of JSON Lines.
  @inlinable
  @inline(__always)
  package mutating func visit<Visitor: PopupAttributeVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    let (any, numbers) = (Int64(Int32.min)...Int64(Int32.max), Int64(0)...Int64(UInt16.max))
    try visitor.visit("name", .name(.popup), nil, "shared by all submissions of the same thing", &name, usual: .none)
    try visitor.visit("kind", .word, 0, "what sort of thing it is", &kind, usual: .alert)
    try visitor.visit("level", .number(any), 1, "the smaller, the more urgent", &level, usual: 0)
    try visitor.visit("pages", .list, 2, "class names of pages it may be shown on", absent: "any", &pages, usual: .none)
    try visitor.visit("matching", .choice, 3, "`exact` leaves superclasses out", &matching, usual: .subclasses)
    try visitor.visit(
      "instance", .page, 4, "the one page it may be shown on; where `pages` is given too, both must hold", &instance,
      usual: .none)
    try visitor.visit("keepAlive", .flag, 5, "it comes back when its page instance does", &keepAlive, usual: false)
    try visitor.visit("content", .choice, 6, "`async`: its content has to be asked for", &content, usual: .ready)
    try visitor.visit("condition", .flag, 7, "whether its condition holds", &condition, usual: true)
    try visitor.visit(
      "whenBarred", .choice, 8, "what happens to it at its turn if its condition does not hold", &whenBarred,
      usual: .wait)
    try visitor.visit(
      "onHigher", .word, 9, "what happens to it, shown, when a more urgent one comes", &onHigher, usual: .stay)
    try visitor.visit("chain", .name(.chain), 10, "the sequence it is a member of", &chain, usual: .none)
    try visitor.visit("key", .name(.key), 11, "its de-duplication key", &key, usual: .none)
    try visitor.visit(
      "expires", .length, 12, "how long after its submission it may be shown anew", absent: "for ever", &expires,
      usual: Ticks(-1))
    try visitor.visit(
      "autoDismiss", .length, 13, "how much visible time it has", absent: "never", &autoDismiss, usual: Ticks(-1))
    try visitor.visit("showMs", .length, 14, "the length of its entry animation", &showLength, usual: .zero)
    try visitor.visit("hideMs", .length, 15, "the length of its exit animation", &hideLength, usual: Ticks(-1))
    try visitor.visit("needsKeyboard", .flag, 16, "it brings up the keyboard itself", &needsKeyboard, usual: false)
    try visitor.visit("scene", .number(numbers), 17, "the scene it is for", &scene, usual: 0)
    try visitor.visit("scheduler", .number(numbers), 18, "the scheduler of that scene", &scheduler, usual: 0)
    try visitor.visit(
      "object", .number(0...Int64(Int32.max)), 19, "the thing shown, where one object is submitted more than once",
      &object, usual: -1)
    try visitor.visit(
      "host", .name(.host), 20, "the view it is put into (for published schedulers)", absent: "window", &host,
      usual: .none)
    try visitor.visit(
      "dismissal", .word, 21, "when it reports its dismissal (for published schedulers)", &dismissal, usual: .automatic)
    try visitor.visit("next", .flag, 22, "it goes in front of its equals", &next, usual: false)
    try visitor.visit(
      "user", .name(.user), 23, "the user its content was asked for", absent: "who is signed in", &user, usual: .none)
    try visitor.visit(
      "page", .page, 24, "the page its caller passed (for published schedulers)", &callerPage, usual: .none)
  }
}
