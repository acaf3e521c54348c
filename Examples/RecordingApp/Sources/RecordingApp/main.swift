import Foundation
import PopTrace
import PopupScheduling

// Records into the directory given, until killed; what earlier launches left is listed first, and kept.
guard CommandLine.arguments.count == 2 else {
  print("usage: RecordingApp DIRECTORY")
  exit(64)
}

/// Says something at once: what is still in a buffer is gone when the app is killed.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

let screen = Screen()
let scheduler = try record(presenter: screen, directory: CommandLine.arguments[1]) { path in
  say("could be uploaded: \(path)")
  return false
}
say("recording")

// A sheet over the page that `record` has opened, now there and now not.
var sheet: PageID?
for round in 0... {
  if round % 7 == 3 {
    if let page = sheet {
      scheduler.pageWillDisappear(page)
      scheduler.pageDidDisappear(page)
      scheduler.pageRemoved(page)
      sheet = nil
    } else {
      let page = scheduler.loadPage(PageDescription("DetailViewController", "UIViewController", presentation: .sheet))
      scheduler.pageWillAppear(page)
      scheduler.pageDidAppear(page)
      sheet = page
    }
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
