/// The part of an app that puts popups on screen and takes them off again. All that is not about showing and hiding does nothing, unless
/// written otherwise.
///
/// A method may call the scheduler back at once (a button's handler that submits the next popup, say): the call is taken in the same turn,
/// after the decision under way. The scheduler holds its presenter weakly: one to which the app keeps no reference is gone before it has
/// shown anything (``PopupScheduler/presenterIsGone``).
@MainActor
public protocol PopupPresenter<Content>: AnyObject {
  associatedtype Content

  /// Puts a popup on screen. Where it has an entry animation, the scheduler has to be told when that is over.
  func show(_ popup: Presented<Content>)

  /// Takes a popup off the screen. Where it has an exit animation, the scheduler has to be told when that is over.
  func hide(_ popup: Presented<Content>, because reason: Reason)

  /// Asks for a popup's content; that it is there, or cannot be had, is the answer the scheduler waits for.
  func requestContent(of popup: Presented<Content>)

  func cancelContent(of popup: Presented<Content>)

  /// A popup is over, however it ended; the last thing said about it.
  ///
  /// A policy says so with its callback `closed`. Of one that does not, a popup is over when it was dropped, or hidden for a reason other than
  /// `page-left` and `preempted`, and nothing more was decided about it in that turn.
  func closed(_ popup: Presented<Content>, because reason: Reason)

  /// Touches are to be ignored from now on, or no longer.
  func setInputLocked(_ isLocked: Bool)

  /// The same in one scene of several. The scheduler calls this one; it calls the one without a scene, unless written otherwise.
  func setInputLocked(_ isLocked: Bool, scene: UInt16)

  /// Folds the keyboard, or gives it back to the responder it was taken from.
  func setKeyboardFolded(_ isFolded: Bool, responder: String)

  /// Dims what is behind popups, or no longer.
  func setCovered(_ isCovered: Bool)

  func setCovered(_ isCovered: Bool, scene: UInt16)
}

// An app with content at hand, no chrome and one scene.
extension PopupPresenter {
  public func requestContent(of popup: Presented<Content>) {}
  public func cancelContent(of popup: Presented<Content>) {}
  public func closed(_ popup: Presented<Content>, because reason: Reason) {}
  public func setInputLocked(_ isLocked: Bool) {}
  public func setKeyboardFolded(_ isFolded: Bool, responder: String) {}
  public func setCovered(_ isCovered: Bool) {}
  public func setInputLocked(_ isLocked: Bool, scene: UInt16) { setInputLocked(isLocked) }
  public func setCovered(_ isCovered: Bool, scene: UInt16) { setCovered(isCovered) }
}

/// A popup as its presenter is handed it.
public struct Presented<Content> {
  public var id: PopupID
  public var request: PopupRequest<Content>
  /// The page it is shown on, or was shown on last; none where it has not been shown.
  public var page: PageID
  /// How often it has been shown; the ends of its animations are told with it.
  public var generation: Int32

  public var name: String { request.description.name }
  public var content: Content { request.content }
}
