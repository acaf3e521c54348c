import PopSystem

/// The salt that users are hashed with, another in every install: in a file that is made when it is first needed and never leaves the directory.
final class InstallSalt: Sendable {
  static let name = "install.salt"
  private static let size = 32

  private struct State: Sendable {
    var salt: [UInt8]?
    var hash: NameHash?
    var isKept = false

    mutating func use(_ salt: [UInt8]) -> NameHash {
      let hash = NameHash(salt: salt)
      (self.salt, self.hash) = (salt, hash)
      return hash
    }
  }

  private let path: String
  private let state: Locked<State>

  init(in directory: String) {
    path = directory + "/" + Self.name
    state = Locked(State())
  }

  init(_ salt: [UInt8]) {
    path = ""
    state = Locked(State(salt: salt, hash: NameHash(salt: salt), isKept: true))
  }

  /// A salt that cannot be stored now is that of the sessions of this process, and stored when that can be done.
  var hash: NameHash {
    state.withLock { state in
      try? find(&state)
      return state.hash ?? state.use(Self.random())
    }
  }

  /// Reads the salt, where there is one: some microseconds.
  func read() throws(SystemError) {
    try state.withLock { state throws(SystemError) in
      guard state.hash == nil, let salt = try stored() else { return }
      state.isKept = true
      _ = state.use(salt)
    }
  }

  /// Reads the salt, or makes it, and has the system store it: not for the main thread.
  func keep() throws(SystemError) {
    guard !path.isEmpty else { return }
    try state.withLock { state throws(SystemError) in try find(&state) }
    // Without the lock: nobody who needs the salt waits for the storage.
    if let file = try SystemFile.openIfThere(path, .read) { return try file.sync() }
    // Somebody emptied the directory: the salt of this process is stored anew.
    try state.withLock { state throws(SystemError) in
      state.isKept = false
      try find(&state)
    }
    try SystemFile.open(path, .read).sync()
  }

  private func find(_ state: inout State) throws(SystemError) {
    guard !state.isKept else { return }
    for _ in 0..<3 {
      if let there = try stored() {
        // That of another process, which was faster: sessions that have begun keep their own.
        if state.hash == nil { _ = state.use(there) }
        state.isKept = true
        return
      }
      let salt = state.salt ?? Self.random()
      if state.hash == nil { _ = state.use(salt) }
      let draft = path + "-" + String(RandomNumber.next(), radix: 16)
      state.isKept = try FileSystem.withDraft(draft) { () throws(SystemError) in
        try SystemFile.open(draft, .createNew).write(salt, at: 0)
        return try FileSystem.publish(draft, as: path)
      }
      if state.isKept { return }
      try FileSystem.remove(draft)
    }
    throw SystemError("Cannot make \(path): it comes and goes.")
  }

  /// The salt in the file; nil where there is none. One that a power cut took a part of is none, and is taken away.
  private func stored() throws(SystemError) -> [UInt8]? {
    guard let file = try SystemFile.openIfThere(path, .read) else { return nil }
    let salt = try file.read(first: Self.size)
    if salt.count == Self.size, salt.contains(where: { $0 != 0 }) { return salt }
    try FileSystem.remove(path)
    return nil
  }

  private static func random() -> [UInt8] {
    var salt: [UInt8] = []
    for _ in 0..<size / 8 { salt.append(word: RandomNumber.next()) }
    return salt
  }
}
