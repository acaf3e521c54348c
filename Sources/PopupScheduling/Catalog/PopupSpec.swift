/// The attributes of a submitted popup (<doc:PagesAndPopups#Attributes-of-a-popup>, `popup.submitted`;
/// <doc:PagesAndPopups#Attributes-of-a-popup>).
///
/// A plain value without references, so that a policy can keep a copy of it at no cost.
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

  /// Makes the attributes of an alert without any wishes.
  @inlinable
  public init(name: Symbol) { self.name = name }

  /// The scheduler it belongs to.
  @inlinable
  public var schedulerID: SchedulerID { SchedulerID(scene: scene, scheduler: scheduler) }

  /// Whether it belongs to certain pages.
  @inlinable
  public var isBound: Bool { !pages.isNone || !instance.isNone }

  /// How long its exit animation takes; 0 for at once.
  @inlinable
  public var exitLength: Ticks { hideLength > .zero ? hideLength : .zero }

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
