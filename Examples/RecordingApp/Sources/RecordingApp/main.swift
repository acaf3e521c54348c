import Foundation
import PopTrace
import PopupScheduling

// Records into the directory given, until killed; what earlier launches left is listed first, and kept.
guard CommandLine.arguments.count == 2 else {
  print("usage: RecordingApp DIRECTORY")
  exit(64)
}
let screen = Screen()
let scheduler = try record(presenter: screen, directory: CommandLine.arguments[1]) { path in
  print("could be uploaded: \(path)")
  return false
}
print("recording")
fflush(stdout)

let home = scheduler.loadPage(PageDescription("HomeViewController", "UIViewController"))
let detail = scheduler.loadPage(PageDescription("DetailViewController", "UIViewController"))
var current = home
scheduler.pageWillAppear(home)
scheduler.pageDidAppear(home)
for round in 0... {
  if round % 7 == 3 {
    let next = current == home ? detail : home
    scheduler.pageWillDisappear(current)
    scheduler.pageWillAppear(next)
    scheduler.pageDidDisappear(current)
    scheduler.pageDidAppear(next)
    current = next
  }
  if round % 3 == 0 {
    var request = PopupRequest(round % 2 == 0 ? "Rate us" : "Invite a friend", kind: .campaign, level: Int32(round % 4))
    if round % 2 == 0 { request.pages = ["HomeViewController"] }
    scheduler.submit(request)
  } else if let popup = screen.up.first {
    scheduler.dismiss(popup, by: .button)
  }
  try await Task.sleep(nanoseconds: 50_000_000)
}
