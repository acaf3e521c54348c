public import PopupScheduling

/// What names are called in an app's recordings: users never as they are, other names as they are or hashed.
///
/// ```swift
/// let recording = PopupRecording(directory: directory, nameSalt: salt)
/// ```
///
/// A user becomes a number of 16 hexadecimal digits that is another in every install, so that sessions of one phone can be told apart by
/// user and no account can be looked up. Hashed names are the same in all installs; a reader with the salt and a list of names can read
/// them (`poptrace --names FILE`).
public struct RecordingPrivacy: Sendable {
  private let names: NameHash?
  private let users: InstallSalt
  /// Policies know these two by their names (PagesAndPopups, *Attributes of a page*).
  private static let systemClasses: Set<String> = ["UITabBarController", "UISplitViewController"]

  /// Makes rules of two salts.
  ///
  /// - Parameters:
  ///   - nameSalt: For all names but users; nil to leave them as they are.
  ///   - installSalt: For users; another in every install.
  public init(nameSalt: [UInt8]?, installSalt: [UInt8]) {
    self.init(nameSalt: nameSalt, InstallSalt(installSalt))
  }

  init(nameSalt: [UInt8]?, _ users: InstallSalt) {
    names = nameSalt.map { NameHash(salt: $0) }
    self.users = users
  }

  /// What a name is called.
  public func alias(of text: String, _ role: NameRole) -> String {
    switch role {
    case .user: return "user:" + users.hash.hashed(text).dropFirst(2)
    case .pageClass where Self.systemClasses.contains(text): return text
    default: return names?.hashed(text) ?? text
    }
  }
}
