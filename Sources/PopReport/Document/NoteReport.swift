package import PopReplay
package import PopTrace
import PopupScheduling

/// Something about a replay that the reader of its report must know, in words.
package struct NoteReport: Hashable, Sendable {
  /// What it is about.
  package var kind: ReplayNote.Kind
  /// The number in the recording of the stimulus concerned; nil where there is none.
  package var event: Int32?
  /// The number of the popup concerned; nil where there is none.
  package var popup: Int64?
  /// The candidate's time; the recording's for what did not happen.
  package var time: Milliseconds

  /// Makes a note.
  package init(_ kind: ReplayNote.Kind, event: Int32?, popup: Int64?, time: Milliseconds) {
    self.kind = kind
    self.event = event
    self.popup = popup
    self.time = time
  }

  /// Puts a note into words.
  package init(_ note: ReplayNote, words: EventDescriber) {
    kind = note.kind
    event = note.recorded < 0 ? nil : note.recorded
    popup = note.popup.isNone ? nil : words.number(of: note.popup)
    time = words.time(note.time)
  }
}
