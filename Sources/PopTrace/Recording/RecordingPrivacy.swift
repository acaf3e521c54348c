public import PopupScheduling

/// What names are called in an app's recordings: users never as they are, other names as they are or hashed.
///
/// ```swift
/// let recording = try PopupRecording(directory: directory, nameSalt: salt)
/// ```
///
/// A user becomes a number of 16 hexadecimal digits that is another in every install, so that sessions of one phone can be told apart by
/// user and no account can be looked up. Hashed names are the same in all installs; a reader with the salt and a list of names can read
/// them (`poptrace --names FILE`).
public struct RecordingPrivacy: Sendable {
  private let names: NameHash?
  private let users: NameHash
  /// Policies know these two by their names (PagesAndPopups, *Attributes of a page*).
  private static let systemClasses: Set<String> = ["UITabBarController", "UISplitViewController"]

  /// Makes rules of two salts.
  ///
  /// - Parameters:
  ///   - nameSalt: For all names but users; nil to leave them as they are.
  ///   - installSalt: For users; another in every install.
  public init(nameSalt: [UInt8]?, installSalt: [UInt8]) {
    names = nameSalt.map { NameHash(salt: $0) }
    users = NameHash(salt: installSalt)
  }

  /// What a name is called.
  public func alias(of text: String, _ role: NameRole) -> String {
    switch role {
    case .user: return "user:" + users.hashed(text).dropFirst(2)
    case .pageClass where Self.systemClasses.contains(text): return text
    default: return names?.hashed(text) ?? text
    }
  }

  /// The salt of this install, which is made when it is first asked for and never leaves the directory.
  static func installSalt(in directory: String) throws(TraceError) -> [UInt8] {
    let path = directory + "/install.salt"
    for _ in 0..<3 {
      if FileSystem.status(of: path) != nil {
        let salt = try SystemFile.open(path, .read).read(first: 32)
        if salt.count == 32 { return salt }
        // Its maker was killed before it was whole.
        try FileSystem.remove(path)
      }
      var salt: [UInt8] = []
      for _ in 0..<4 { salt.append(word: RandomNumber.next()) }
      let draft = path + "-" + String(RandomNumber.next(), radix: 16)
      do throws(TraceError) {
        let file = try SystemFile.open(draft, .createNew)
        try file.write(salt, at: 0)
        try file.sync()
      } catch {
        try? FileSystem.remove(draft)
        throw error
      }
      // Whichever process is first: the others take its salt.
      if try FileSystem.link(draft, as: path) { return salt }
    }
    throw TraceError(.unwritable, "Cannot make \(path): it comes and goes.")
  }
}
