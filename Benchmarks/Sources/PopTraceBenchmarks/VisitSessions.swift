import Foundation
import PopSimulation
import PopTrace
import PopupScheduling

/// Sessions over pages that somebody visited: the visits are recorded ones, the popups on top of them are made up.
enum VisitSessions {
  private static let popups = ["Rate us", "Coupon", "New message", "Allow notifications?", "Discard changes?", "Guide"]

  /// Runs `v4` over the first sessions of a table of visits that give 20 to 150 events.
  static func sessions(from path: String, upTo count: Int) throws -> [Session] {
    var sessions: [Session] = []
    var rows: [(time: Int64, page: String)] = []
    var number = ""
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      if fields[0] != number {
        if let session = session(number, rows) { sessions.append(session) }
        if sessions.count == count { return sessions }
        number = String(fields[0])
        rows = []
      }
      // Where nobody measured when a page was left, it was after half a minute, give or take.
      let step = 13_000 + Int64((rows.count * 7_919 + sessions.count * 104_729) % 40_000)
      rows.append((Int64(fields[1]) ?? (rows.last.map { $0.time + step } ?? 0), String(fields[2])))
    }
    return sessions
  }

  private static func session(_ number: String, _ rows: [(time: Int64, page: String)]) -> Session? {
    guard rows.count >= 3, let last = rows.last else { return nil }
    var script = WorldScript()
    script.header.session = "visits-\(number)"
    script.header.app = "Encyclopedia"
    script.header.build = "12"
    let base = ["ArticleViewController", "UIViewController"].map { script.catalog.names.intern($0) }
    var stack: [PageID] = []
    for (place, row) in rows.enumerated() where !row.page.hasPrefix("#") {
      let isBack = row.page == "<" && stack.count > 1
      let left = stack.last
      var page: PageID
      if isBack {
        stack.removeLast()
        page = stack[stack.count - 1]
      } else {
        page = script.catalog.page(numbered: Int64(script.catalog.pages.count + 1))
        let name = script.catalog.names.intern(row.page)
        script.catalog.pages[page.index].classes = script.catalog.names.intern([name] + base)
        stack.append(page)
      }
      if let left { step(.pageWillDisappear, left, row.time, &script) }
      step(.pageWillAppear, page, row.time, &script)
      if let left { step(.pageDidDisappear, left, row.time + 350, &script) }
      step(.pageDidAppear, page, row.time + 350, &script)
      if isBack, let left { step(.pageRemoved, left, row.time + 352, &script) }
      if place % 3 == 1 { submit(place, row.time + 700 + Int64(place * 37 % 900), page, &script) }
    }
    script.end = Ticks(last.time + 5_000)
    let session = LiveWorld(policy: StandardPolicy(.v4), name: "v4", configuration: PolicyConfiguration.v4.text).run(
      script)
    return (20...150).contains(session.events.count) ? session : nil
  }

  private static func step(_ kind: EventKind, _ page: PageID, _ time: Int64, _ script: inout WorldScript) {
    var event = Event(kind)
    event.page = page
    event.time = Ticks(time)
    script.steps.append(event)
  }

  private static func submit(_ place: Int, _ time: Int64, _ page: PageID, _ script: inout WorldScript) {
    let popup = script.catalog.popup(numbered: Int64(script.truths.count + 1))
    var truth = GroundTruth()
    truth.dwell = Ticks(900 + Int64(place * 1_237 % 4_100))
    script.truths.append(truth)
    script.followUps.append(nil)
    var spec = PopupSpec(name: script.catalog.names.intern(popups[place / 3 % popups.count]))
    spec.level = Int32(place % 3)
    spec.showLength = Ticks(300)
    spec.hideLength = Ticks(250)
    spec.pages = script.catalog.names.intern([script.catalog.names.intern("ArticleViewController")])
    var event = Event(.popupSubmitted)
    event.popup = popup
    event.spec = script.catalog.intern(spec)
    event.time = Ticks(time)
    script.steps.append(event)
  }
}
