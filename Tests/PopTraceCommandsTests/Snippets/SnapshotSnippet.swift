import PopAudit
import PopTrace
import PopupScheduling

// The code of Recording, *Snapshots*, between the marks, so that it is compiled; a test runs it.

@MainActor
func snapshotSnippet(presenter: any PopupPresenter<Void>, directory: String) {
  // example
  var options = RecorderOptions()
  options.snapshots = SnapshotOptions(trigger: .audit())
  let store = TraceStore(directory: directory, options: options)
  let popups = PopupScheduler(recording: store, presenter: presenter)
  // … somebody shakes the phone:
  store.takeSnapshot()
  // example
  popups.recording?.waitForSnapshots()
}
