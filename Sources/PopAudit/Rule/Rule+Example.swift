extension Rule {
  /// A short session, an event a line as in JSON Lines, and in its last line the finding it gives.
  public var example: String {
    switch self {
    case .overlap:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":300,"event":"popup.submitted","popup":2,"name":"new version"}
      {"t":300,"event":"popup.shown","popup":2,"page":1,"generation":1}
      overlap: popup 2 was shown while popup 1 was up
      """
    case .wrongPage:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"cart hint","pages":["Cart"]}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      wrong-page: popup 1 belongs on Cart and is up on Home
      """
    case .wrongInstance:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"draft saved","instance":1}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":200,"event":"page.will-disappear","page":1}
      {"t":200,"event":"page.will-appear","page":2,"class":"Home"}
      {"t":500,"event":"page.did-disappear","page":1}
      {"t":500,"event":"page.did-appear","page":2}
      wrong-instance: popup 1 belongs to page 1 and is still up on page 2
      """
    case .duringTransition:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"page.will-disappear","page":1}
      {"t":150,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":150,"event":"popup.shown","popup":1,"generation":1}
      during-transition: popup 1 was shown while page 1 was disappearing
      """
    case .lostPopup:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"invoice due","expires":60000}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":200,"event":"idle"}
      {"t":200,"event":"popup.dropped","popup":1,"reason":"expired"}
      lost-popup: popup 1 was dropped as expired 59,900 ms before its time
      """
    case .lostKeepalive:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"filter","pages":["Home"],"keepAlive":true}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":200,"event":"page.will-disappear","page":1}
      {"t":200,"event":"popup.hidden","popup":1,"reason":"page-left","generation":1}
      lost-keepalive: popup 1 has keepAlive and was not parked
      """
    case .staleKeepalive:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"filter","pages":["Home"],"keepAlive":true}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":200,"event":"page.will-disappear","page":1}
      {"t":200,"event":"popup.hidden","popup":1,"reason":"page-left","generation":1}
      {"t":200,"event":"popup.parked","popup":1,"page":1}
      {"t":200,"event":"page.will-appear","page":2,"class":"Home"}
      {"t":500,"event":"page.did-disappear","page":1}
      {"t":500,"event":"page.did-appear","page":2}
      {"t":500,"event":"popup.shown","popup":1,"page":2,"generation":2,"restored":true}
      stale-keepalive: popup 1 was kept for page 1 and came back on page 2
      """
    case .duplicate:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"offline","key":"offline"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":200,"event":"popup.submitted","popup":2,"name":"offline","key":"offline"}
      {"t":200,"event":"popup.queued","popup":2,"reason":"slot"}
      {"t":900,"event":"popup.dismissed","popup":1,"by":"button"}
      {"t":900,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":1}
      {"t":900,"event":"popup.shown","popup":2,"page":1,"generation":1}
      duplicate: popup 2 has the key of popup 1, which was up when it was submitted
      """
    case .zombie:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":900,"event":"popup.dismissed","popup":1,"by":"button"}
      {"t":900,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":1}
      {"t":950,"event":"idle"}
      {"t":950,"event":"popup.shown","popup":1,"page":1,"generation":2,"restored":true}
      zombie: popup 1 was dismissed and came back
      """
    case .shownAfterWithdrawal:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"reconnecting"}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":200,"event":"popup.withdrawn","popup":1}
      {"t":300,"event":"idle"}
      {"t":300,"event":"popup.shown","popup":1,"page":1,"generation":1}
      shown-after-withdrawal: popup 1 was withdrawn and shown all the same
      """
    case .afterSignOut:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"your balance"}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":200,"event":"app.signed-out"}
      {"t":300,"event":"idle"}
      {"t":300,"event":"popup.shown","popup":1,"page":1,"generation":1}
      after-sign-out: popup 1 belongs to the user who signed out
      """
    case .priorityInversion:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"session expires","level":0}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":200,"event":"popup.submitted","popup":2,"name":"rate us","level":5}
      {"t":200,"event":"popup.shown","popup":2,"page":1,"generation":1}
      priority-inversion: popup 2 (level 5) was shown while popup 1 (level 0) could have been
      """
    case .fifoViolation:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"first"}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":200,"event":"popup.submitted","popup":2,"name":"second"}
      {"t":200,"event":"popup.shown","popup":2,"page":1,"generation":1}
      fifo-violation: popup 2 was shown before popup 1, which came earlier
      """
    case .stuckQueue:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":5000,"event":"idle"}
      stuck-queue: popup 1 could have been shown for 3,000 ms
      """
    default: exampleOfTheOthers
    }
  }
}
