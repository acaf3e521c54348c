/// A stimulus on its way into a turn, with what it says that is not in the catalog yet.
struct PendingStimulus {
  var event: Event
  var payload: Payload

  /// What a stimulus says in the app's own terms.
  enum Payload {
    case nothing
    /// Its name: of an action, a state, a user, a responder.
    case name(String)
    case request(PopupRequest)
    case page(PageDescription)
    case alteration(PopupAlteration)
  }

  init(_ event: Event, _ payload: Payload = .nothing) {
    self.event = event
    self.payload = payload
  }

  init(_ kind: EventKind, of popup: PopupID, _ payload: Payload = .nothing) {
    var event = Event(kind)
    event.popup = popup
    self.init(event, payload)
  }

  init(_ kind: EventKind, of page: PageID, _ payload: Payload = .nothing) {
    var event = Event(kind)
    event.page = page
    self.init(event, payload)
  }
}
