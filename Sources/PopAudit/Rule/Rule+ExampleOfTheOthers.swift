extension Rule {
  /// The examples that ``example`` has no room for.
  var exampleOfTheOthers: String {
    switch self {
    case .starvation:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"tips","level":9}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":200,"event":"popup.submitted","popup":2,"name":"news"}
      {"t":200,"event":"popup.shown","popup":2,"page":1,"generation":1}
      {"t":250,"event":"popup.dismissed","popup":2,"by":"button"}
      {"t":250,"event":"popup.hidden","popup":2,"reason":"dismissed","generation":1}
      {"t":300,"event":"popup.submitted","popup":3,"name":"news"}
      {"t":300,"event":"popup.shown","popup":3,"page":1,"generation":1}
      {"t":350,"event":"popup.dismissed","popup":3,"by":"button"}
      {"t":350,"event":"popup.hidden","popup":3,"reason":"dismissed","generation":1}
      {"t":400,"event":"popup.submitted","popup":4,"name":"news"}
      {"t":400,"event":"popup.shown","popup":4,"page":1,"generation":1}
      {"t":450,"event":"popup.dismissed","popup":4,"by":"button"}
      {"t":450,"event":"popup.hidden","popup":4,"reason":"dismissed","generation":1}
      {"t":500,"event":"popup.submitted","popup":5,"name":"news"}
      {"t":500,"event":"popup.shown","popup":5,"page":1,"generation":1}
      {"t":550,"event":"popup.dismissed","popup":5,"by":"button"}
      {"t":550,"event":"popup.hidden","popup":5,"reason":"dismissed","generation":1}
      {"t":600,"event":"popup.submitted","popup":6,"name":"news"}
      {"t":600,"event":"popup.shown","popup":6,"page":1,"generation":1}
      {"t":650,"event":"popup.dismissed","popup":6,"by":"button"}
      {"t":650,"event":"popup.hidden","popup":6,"reason":"dismissed","generation":1}
      {"t":700,"event":"popup.submitted","popup":7,"name":"news"}
      {"t":700,"event":"popup.shown","popup":7,"page":1,"generation":1}
      {"t":750,"event":"popup.dismissed","popup":7,"by":"button"}
      {"t":750,"event":"popup.hidden","popup":7,"reason":"dismissed","generation":1}
      {"t":800,"event":"popup.submitted","popup":8,"name":"news"}
      {"t":800,"event":"popup.shown","popup":8,"page":1,"generation":1}
      {"t":850,"event":"popup.dismissed","popup":8,"by":"button"}
      {"t":850,"event":"popup.hidden","popup":8,"reason":"dismissed","generation":1}
      {"t":900,"event":"popup.submitted","popup":9,"name":"news"}
      {"t":900,"event":"popup.shown","popup":9,"page":1,"generation":1}
      {"t":950,"event":"popup.dismissed","popup":9,"by":"button"}
      {"t":950,"event":"popup.hidden","popup":9,"reason":"dismissed","generation":1}
      {"t":1000,"event":"popup.submitted","popup":10,"name":"news"}
      {"t":1000,"event":"popup.shown","popup":10,"page":1,"generation":1}
      {"t":1050,"event":"popup.dismissed","popup":10,"by":"button"}
      {"t":1050,"event":"popup.hidden","popup":10,"reason":"dismissed","generation":1}
      {"t":1100,"event":"popup.submitted","popup":11,"name":"news"}
      {"t":1100,"event":"popup.shown","popup":11,"page":1,"generation":1}
      {"t":1150,"event":"popup.dismissed","popup":11,"by":"button"}
      {"t":1150,"event":"popup.hidden","popup":11,"reason":"dismissed","generation":1}
      starvation: popup 1 was passed over by popups 2 to 11
      """
    case .leak:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"filter","instance":1}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":200,"event":"page.will-disappear","page":1}
      {"t":200,"event":"popup.hidden","popup":1,"reason":"page-left","generation":1}
      {"t":200,"event":"popup.parked","popup":1,"page":1}
      {"t":500,"event":"page.did-disappear","page":1}
      {"t":500,"event":"page.removed","page":1}
      leak: popup 1 is parked for page 1, which was removed
      """
    case .gateBypass:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"scroll.began"}
      {"t":200,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":200,"event":"popup.shown","popup":1,"page":1,"generation":1}
      gate-bypass: popup 1 was shown while the user was scrolling
      """
    case .preemptLost:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"guide","level":5,"onHigher":"requeue"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":200,"event":"popup.submitted","popup":2,"name":"call","level":0}
      {"t":200,"event":"popup.hidden","popup":1,"reason":"preempted","generation":1}
      {"t":200,"event":"popup.shown","popup":2,"page":1,"generation":1}
      preempt-lost: popup 1 was preempted and not queued again
      """
    case .preemptBlank:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"guide","level":5,"onHigher":"requeue"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":200,"event":"popup.submitted","popup":2,"name":"call","level":0,"pages":["Cart"]}
      {"t":200,"event":"popup.hidden","popup":1,"reason":"preempted","generation":1}
      {"t":200,"event":"popup.queued","popup":1,"reason":"preempted"}
      {"t":200,"event":"popup.queued","popup":2,"reason":"page"}
      {"t":700,"event":"idle"}
      {"t":700,"event":"popup.shown","popup":1,"page":1,"generation":2,"restored":true}
      preempt-blank: popup 1 made way for nobody and came back
      """
    case .flicker:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"guide","onHigher":"requeue"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":150,"event":"idle"}
      {"t":150,"event":"popup.hidden","popup":1,"reason":"preempted","generation":1}
      {"t":150,"event":"popup.queued","popup":1,"reason":"preempted"}
      {"t":160,"event":"scroll.began"}
      {"t":200,"event":"scroll.ended"}
      {"t":200,"event":"popup.shown","popup":1,"page":1,"generation":2,"restored":true}
      {"t":250,"event":"idle"}
      {"t":250,"event":"popup.hidden","popup":1,"reason":"preempted","generation":2}
      {"t":250,"event":"popup.queued","popup":1,"reason":"preempted"}
      {"t":260,"event":"scroll.began"}
      {"t":300,"event":"scroll.ended"}
      {"t":300,"event":"popup.shown","popup":1,"page":1,"generation":3,"restored":true}
      {"t":350,"event":"idle"}
      {"t":350,"event":"popup.hidden","popup":1,"reason":"preempted","generation":3}
      {"t":350,"event":"popup.queued","popup":1,"reason":"preempted"}
      {"t":360,"event":"scroll.began"}
      {"t":400,"event":"scroll.ended"}
      {"t":400,"event":"popup.shown","popup":1,"page":1,"generation":4,"restored":true}
      flicker: popup 1 was shown four times within 300 ms
      """
    case .chainBroken:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"welcome 1","chain":"welcome"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":200,"event":"popup.submitted","popup":2,"name":"welcome 2","chain":"welcome"}
      {"t":200,"event":"popup.queued","popup":2,"reason":"chain"}
      {"t":300,"event":"popup.submitted","popup":3,"name":"call","level":-1}
      {"t":300,"event":"popup.queued","popup":3,"reason":"chain"}
      {"t":900,"event":"popup.dismissed","popup":1,"by":"button"}
      {"t":900,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":1}
      {"t":900,"event":"popup.shown","popup":3,"page":1,"generation":1}
      chain-broken: popup 3 came between popups 1 and 2 of chain "welcome"
      """
    case .inputLock:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us","showMs":300}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":100,"event":"input.locked","popup":1}
      {"t":200,"event":"idle"}
      {"t":200,"event":"input.unlocked","popup":1}
      input-lock: popup 1 gave the lock back 200 ms before the end of its animation
      """
    case .cover:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"cover.added","popup":1}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":900,"event":"popup.dismissed","popup":1,"by":"button"}
      {"t":900,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":1}
      cover: the cover stayed when popup 1 was gone
      """
    case .keyboard:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"edit.began","responder":"search"}
      {"t":200,"event":"popup.submitted","popup":1,"name":"offline"}
      {"t":200,"event":"popup.shown","popup":1,"page":1,"generation":1}
      keyboard: popup 1 was shown while the keyboard was up
      """
    case .callback:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":100,"event":"callback","popup":1,"name":"shown"}
      {"t":900,"event":"popup.dismissed","popup":1,"by":"button"}
      {"t":900,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":1}
      callback: `closed` was not called for popup 1
      """
    case .staleCompletion:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"guide","hideMs":300,"onHigher":"requeue"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":200,"event":"idle"}
      {"t":200,"event":"popup.hidden","popup":1,"reason":"preempted","generation":1}
      {"t":200,"event":"popup.queued","popup":1,"reason":"preempted"}
      {"t":220,"event":"scroll.began"}
      {"t":250,"event":"scroll.ended"}
      {"t":250,"event":"popup.shown","popup":1,"page":1,"generation":2,"restored":true}
      {"t":500,"event":"animation.finished","popup":1,"phase":"hide","generation":1}
      {"t":500,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":2}
      stale-completion: the exit of presentation 1 hid presentation 2 of popup 1
      """
    case .expiredShown:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"today only","expires":1000}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":1500,"event":"idle"}
      {"t":1500,"event":"popup.shown","popup":1,"page":1,"generation":1}
      expired-shown: popup 1 was shown 400 ms after it had expired
      """
    case .contentNotReady:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"offer","content":"async"}
      {"t":100,"event":"content.requested","popup":1}
      {"t":200,"event":"idle"}
      {"t":200,"event":"popup.shown","popup":1,"page":1,"generation":1}
      content-not-ready: popup 1 was shown before its content was there
      """
    case .slotHeld:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":500,"event":"popup.submitted","popup":2,"name":"sale ends today"}
      {"t":500,"event":"popup.queued","popup":2,"reason":"slot"}
      {"t":20600,"event":"idle"}
      slot-held: popup 1 has been up for 20,000 ms in which popup 2 could have been shown
      """
    case .lateShow:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":1600,"event":"idle"}
      {"t":1600,"event":"popup.shown","popup":1,"page":1,"generation":1}
      late-show: popup 1 was shown 1,500 ms after it could have been
      """
    case .doubleHide:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us","hideMs":300}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":900,"event":"popup.dismissed","popup":1,"by":"button"}
      {"t":900,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":1}
      {"t":950,"event":"idle"}
      {"t":950,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":1}
      double-hide: popup 1 was hidden twice
      """
    case .fault:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":200,"event":"popup.withdrawn","popup":1}
      {"t":200,"event":"fault","message":"removed from an empty queue"}
      fault: the scheduler removed from an empty queue
      """
    case .traceGap:
      """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":3}
      trace-gap: generation 3 of popup 1 follows none
      """
    default: ""
    }
  }
}
