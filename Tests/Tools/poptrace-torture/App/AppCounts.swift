/// What came of the events of one or many trials with apps that record.
struct AppCounts: Sendable {
  var trials = 0
  var acknowledged = 0
  var recovered = 0
  /// Missing, as the recordings say themselves.
  var counted = 0
  var lost = 0
  var invented = 0
  var reordered = 0
  /// Traces that were offered, and that a reader or the replay of their own policy does not take.
  var unreadable = 0
  /// Apps that ended otherwise than by being killed.
  var dead = 0
  /// Apps that the system stopped because somebody cut their journal short, which no library can prevent (``TraceRecorder``).
  var stopped = 0
  /// Journals that were not there while their app was recording.
  var missingJournals = 0
  /// Apps that were killed as they put sessions into one file.
  var inTheMidst = 0
  /// How many popups told who waited for them how they ended.
  var answers = 0
  /// Answers, and contents of popups, that were not theirs.
  var wrong = 0
  /// What a recording should have said and did not, or should not have said.
  var unsaid = 0
  /// Trials that could not be made here, and why.
  var skipped: [String] = []
  /// What went wrong, in words.
  var notes: [String] = []

  mutating func add(_ other: AppCounts) {
    trials += other.trials
    acknowledged += other.acknowledged
    recovered += other.recovered
    counted += other.counted
    stopped += other.stopped
    lost += other.lost
    invented += other.invented
    reordered += other.reordered
    unreadable += other.unreadable
    dead += other.dead
    missingJournals += other.missingJournals
    inTheMidst += other.inTheMidst
    answers += other.answers
    wrong += other.wrong
    unsaid += other.unsaid
    skipped += other.skipped
    notes += other.notes
  }

  var isWell: Bool { lost + invented + reordered + unreadable + dead + missingJournals + wrong + unsaid == 0 }
}
