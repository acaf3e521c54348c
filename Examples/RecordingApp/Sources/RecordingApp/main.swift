import Foundation
import PopTrace
import PopupScheduling

// Records until it is killed; what earlier launches left is listed first, and kept for later.

/// Says something at once: what is still in a buffer is gone when the app is killed.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

try upload { session in
  say("could be uploaded: \(session.path), \(session.events) events since \(session.began)")
  return false
}

let home = HomeViewController()
home.viewWillAppear()
home.viewDidAppear()
say("recording into \(traces.directory)")

// The offer is opened, and the page behind it is left again, and so on; once in a while the app goes to the background.
for round in 0... {
  let offered = Task { await home.offer(PopupView()) }
  try await Task.sleep(nanoseconds: 50_000_000)
  if let sale = center.popups.visiblePopups.first {
    if round % 2 == 0 { center.popups.perform("open", of: sale) {} }
    center.popups.dismiss(sale, by: .button)
  }
  await offered.value
  try await Task.sleep(nanoseconds: 50_000_000)
  home.goBack()
  if round % 20 == 9 {
    try enteredBackground()
    try await Task.sleep(nanoseconds: 50_000_000)
    center.popups.enteredForeground()
  }
}
