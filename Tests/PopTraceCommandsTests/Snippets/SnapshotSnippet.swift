import PopTrace
import PopupScheduling

// The code of Recording, *Snapshots*, between the marks, so that it is compiled; a test runs it.

@MainActor
func snapshotSnippet(presenter: any PopupPresenter, directory: String) {
  // example
  var options = RecorderOptions()
  options.snapshots = SnapshotOptions()
  let recording = PopupRecording(directory: directory, options: options)
  let scheduler = InstrumentedPopupScheduler(presenter: presenter, recording: recording)
  // … somebody shakes the phone:
  recording.takeSnapshot()
  // example
  scheduler.recording?.waitForSnapshots()
}
