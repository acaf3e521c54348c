import PopupScheduling

/// Where things stand in a journal.
///
/// A journal is a file of one session that is mapped into memory: a head, and halves that are filled in turn. All integers are little-endian;
/// a *word* is 8 bytes. The head:
///
/// | word | what |
/// | ---: | --- |
/// | 0 | `PopJrnl\n` |
/// | 1 | version of the layout (32 bits), bytes of the head (32) |
/// | 2 | bytes of a half (32), number of halves (32) |
/// | 3 | a random number that the checks of all records depend on |
/// | 4, 5 | the process that records: its number, when it was started |
/// | 6 | which start of the machine that was |
/// | 7 | bytes of the session's header as a line of JSON, which begins at word 32 |
/// | 8 | the XXH64 of words 0 to 7 and that line |
/// | 16 | events dropped so far, for want of room |
/// | 17 | events refused so far, for what they were |
/// | 18 | times clamped so far |
///
/// Half number *h* begins at head + h · half. It holds records one after another (``JournalRecord``), the first of which says which generation
/// the half is of: 1 for the first half ever filled, then 2 and so on.
enum JournalLayout {
  /// `PopJrnl\n`.
  static let magic: UInt64 = 0x0A6C_6E72_4A70_6F50
  /// The version of the layout: another one with every attribute that popups get, for it moves what stands behind it.
  static let version = UInt32(PopupSpec.attributes.count - 25)
  /// How many halves there are.
  static let halfCount = 2
  /// The bytes of a word.
  static let word = 8
  /// Where the words are that change.
  static let dropped = 16 * word
  static let refused = 17 * word
  static let clamped = 18 * word
  /// Where the session's header begins.
  static let text = 32 * word
  /// The bytes that a head, and a half, can have at most.
  static let headLimit = 1 << 22
  static let halfLimit = 1 << 24
  /// The least bytes of a half: room for the longest name and an event.
  static let leastHalf = 1 << 15
  /// The longest name that is kept whole, in bytes of UTF-8.
  static let nameLimit = 8192
  /// Stands behind the name that a file gets when it is whole. What follows is of the process that writes it, or random.
  static let draftMark = ".draft-"
  /// The most bytes of a file that can be a journal.
  static let fileLimit = headLimit + halfCount * halfLimit
}
