/// A popup that an app wants shown, with what the app shows in it.
///
/// ```swift
/// var request = PopupRequest("Spring sale", kind: .campaign, level: 10, content: saleView)
/// request.pages = ["HomeViewController"]
/// request.keepAlive = true
/// ```
///
/// The content is the app's own, of whatever type: the presenter is handed it, and no trace has anything of it.
@dynamicMemberLookup
public struct PopupRequest<Content> {
  /// What the scheduler is told of the popup; its members are the request's.
  public var description: PopupDescription
  public var content: Content

  public init(_ description: PopupDescription, content: Content) {
    self.description = description
    self.content = content
  }

  public init(
    _ name: String, kind: PopupKind = .alert, level: Int32 = 0, pages: [String]? = nil, keepAlive: Bool = false,
    content: Content
  ) {
    description = PopupDescription(name, kind: kind, level: level)
    description.pages = pages
    description.keepAlive = keepAlive
    self.content = content
  }

  public subscript<Value>(dynamicMember path: WritableKeyPath<PopupDescription, Value>) -> Value {
    get { description[keyPath: path] }
    set { description[keyPath: path] = newValue }
  }
}

extension PopupRequest: Sendable where Content: Sendable {}

extension PopupRequest where Content == Void {
  /// A popup that the app knows by its name alone.
  public init(
    _ name: String, kind: PopupKind = .alert, level: Int32 = 0, pages: [String]? = nil, keepAlive: Bool = false
  ) {
    self.init(name, kind: kind, level: level, pages: pages, keepAlive: keepAlive, content: ())
  }
}

/// What an app says of a popup when it asks for it: what `popup.submitted` says, in the app's own terms.
public struct PopupDescription: Sendable {
  /// Its name, the same for all submissions of the same thing.
  public var name: String
  /// What sort of thing it is.
  public var kind: PopupKind
  /// How urgent it is: the smaller, the more urgent.
  public var level: Int32
  /// Class names of the pages it may be shown on; nil for any.
  public var pages: [String]?
  /// Whether subclasses of those count.
  public var matching = ClassMatching.subclasses
  /// The one page it may be shown on.
  public var instance: PageID = .none
  /// Whether it comes back when its page does.
  public var keepAlive = false
  /// Whether its content has to be asked for.
  public var readiness = ContentReadiness.ready
  /// Whether its condition holds now.
  public var condition = true
  /// What happens to it when its turn comes and its condition is false.
  public var whenBarred = WhenBarred.wait
  /// What happens to it, while shown, when a more urgent popup comes.
  public var onHigher = OnHigher.stay
  /// The sequence it is a member of, which nothing else may interrupt.
  public var chain: String?
  /// Its de-duplication key.
  public var key: String?
  /// How long it may still be shown anew, in milliseconds; nil for ever.
  public var expiresAfterMilliseconds: Int64?
  /// How long it stays visible, in milliseconds; nil until dismissed.
  public var autoDismissAfterMilliseconds: Int64?
  /// The length of its entry animation in milliseconds.
  public var showMilliseconds: Int64 = 0
  /// The length of its exit animation in milliseconds; nil where it has none.
  public var hideMilliseconds: Int64?
  /// Whether it brings the keyboard up itself.
  public var needsKeyboard = false
  /// The scene it belongs to, and which of that scene's schedulers.
  public var scene: UInt16 = 0
  /// The scheduler it belongs to.
  public var scheduler: UInt16 = 0
  /// The thing shown, where one object is submitted more than once: taking back or dismissing one of its submissions means the object. Nil
  /// where this submission is a thing of its own, as below 0.
  public var object: Int32?
  /// The view it is put into; nil for the window.
  public var host: String?
  /// When it tells of its own dismissal.
  public var dismissal = DismissalStyle.automatic
  /// Whether it goes in front of its equals.
  public var next = false
  /// The user for whom its content was asked; nil for the user who is signed in.
  public var user: String?
  /// The page that the code that asks for it stands on, where it says so; it does not bind it to that page, as ``instance`` does.
  public var callerPage: PageID = .none

  public init(_ name: String, kind: PopupKind = .alert, level: Int32 = 0) {
    self.name = name
    self.kind = kind
    self.level = level
  }

  var schedulerID: SchedulerID { SchedulerID(scene: scene, scheduler: scheduler) }

  @MainActor
  func spec(tick: TickLength, naming: inout Naming, names: inout Names) -> PopupSpec {
    var spec = PopupSpec(name: naming.intern(name, .popup, in: &names))
    spec.kind = kind
    spec.level = level
    if let pages { spec.pages = naming.intern(pages, in: &names) }
    spec.matching = matching
    spec.instance = instance
    spec.keepAlive = keepAlive
    spec.content = readiness
    spec.condition = condition
    spec.whenBarred = whenBarred
    spec.onHigher = onHigher
    if let chain { spec.chain = naming.intern(chain, .chain, in: &names) }
    if let key { spec.key = naming.intern(key, .key, in: &names) }
    if let expiresAfterMilliseconds { spec.expires = tick.length(milliseconds: expiresAfterMilliseconds) }
    if let autoDismissAfterMilliseconds { spec.autoDismiss = tick.length(milliseconds: autoDismissAfterMilliseconds) }
    spec.showLength = tick.length(milliseconds: showMilliseconds)
    if let hideMilliseconds { spec.hideLength = tick.length(milliseconds: hideMilliseconds) }
    spec.needsKeyboard = needsKeyboard
    spec.scene = scene
    spec.scheduler = scheduler
    spec.object = max(object ?? -1, -1)
    if let host { spec.host = naming.intern(host, .host, in: &names) }
    spec.dismissal = dismissal
    spec.next = next
    if let user { spec.user = naming.intern(user, .user, in: &names) }
    spec.callerPage = callerPage
    return spec
  }
}

/// What is altered of a popup that waits; what is nil stays as it is.
public struct PopupAlteration: Hashable, Sendable {
  /// Its new level; nil to keep it.
  public var level: Int32?
  /// Class names of the pages it may be shown on from now on.
  public var pages: [String]?
  /// For how long after its submission it may still be shown anew, in milliseconds.
  public var expiresAfterMilliseconds: Int64?

  public init(level: Int32? = nil, pages: [String]? = nil, expiresAfterMilliseconds: Int64? = nil) {
    self.level = level
    self.pages = pages
    self.expiresAfterMilliseconds = expiresAfterMilliseconds
  }

  /// Whether it alters nothing.
  public var isEmpty: Bool { self == PopupAlteration() }

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

/// What an app says of a page when it first mentions it.
public struct PageDescription: Hashable, Sendable {
  /// Its class, then its superclasses, nearest first.
  public var classes: [String]
  /// The page it stands in; ``Identifier/none`` for none.
  public var container: PageID
  /// How it covers the page below it.
  public var presentation: PagePresentation
  /// The scene it belongs to; a page in a container belongs to that one's, where 0 is said.
  public var scene: UInt16

  public init(
    _ classes: String..., container: PageID = .none, presentation: PagePresentation = .full, scene: UInt16 = 0
  ) {
    self.classes = classes
    self.container = container
    self.presentation = presentation
    self.scene = scene
  }
}
