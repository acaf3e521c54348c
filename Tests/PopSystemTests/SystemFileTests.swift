import Foundation
import PopSystem
import Testing

@Suite("Files of the system")
struct SystemFileTests {
  private let directory = FileManager.default.temporaryDirectory.path + "/system-\(UInt64.random(in: 0 ... .max))"

  init() throws { try FileSystem.makeDirectory(directory + "/a/b") }

  private func bytes(of path: String) throws -> [UInt8] { try SystemFile.open(path, .read).contents() }

  @Test("What is written is read back, one after another and at offsets")
  func readingAndWriting() throws {
    let path = directory + "/file"
    let file = try SystemFile.open(path, .createNew)
    try file.write([1, 2, 3])
    try file.write([4])
    try file.write([9, 9], at: 1)
    #expect(try bytes(of: path) == [1, 9, 9, 4])
    #expect(try file.read(first: 10, from: 2) == [9, 4])
    file.rewind()
    var read: [UInt8] = [7]
    #expect(try file.read(3, into: &read) == 3 && read == [7, 1, 9, 9])
    #expect(try file.read(3, into: &read) == 1 && read == [7, 1, 9, 9, 4])
    #expect(try file.read(3, into: &read) == 0)
    try file.truncate(to: 2)
    #expect(try file.size() == 2 && file.fileSize == 2)
    try file.sync()
    let appending = try SystemFile.open(path, .append)
    try appending.write([5])
    #expect(try bytes(of: path) == [1, 9, 5])
    try file.close()
  }

  @Test("A file is opened as it is asked for, and a missing one is told from one that cannot be opened")
  func opening() throws {
    let path = directory + "/other"
    #expect(try SystemFile.openIfThere(path, .existing) == nil)
    let missing = #expect(throws: SystemError.self) { try bytes(of: path) }
    #expect(missing?.isMissing == true && missing?.isReading == true)
    #expect(missing?.message == "Cannot open \(path): No such file or directory.")
    try SystemFile.open(path, .update).write([1])
    let taken = #expect(throws: SystemError.self) { _ = try SystemFile.open(path, .createNew) }
    #expect(taken?.isTaken == true && taken?.isReading == false)
    try SystemFile.open(path, .existing).write([2])
    #expect(try bytes(of: path) == [2])
    try SystemFile.open(path, .replace).close()
    #expect(try bytes(of: path).isEmpty)
  }

  @Test("A draft gets the mode of the file that it will replace")
  func drafts() throws {
    let (path, draft) = (directory + "/kept", directory + "/kept.part")
    try SystemFile.open(path, .replace).write([1])
    unsafe chmod(path, 0o640)
    try SystemFile.open(draft, .draft(isPrivate: false, like: path)).write([2])
    try FileSystem.replace(path, with: draft)
    #expect(try bytes(of: path) == [2])
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o640)
    let error = #expect(throws: SystemError.self) { try FileSystem.replace(path, with: draft) }
    #expect(error?.isMissing == true && error?.message.contains("took \(draft) away") == true)
  }

  @Test("A draft is published once, and not over another file")
  func publishing() throws {
    let path = directory + "/published"
    for (number, isFirst) in [(UInt8(1), true), (2, false)] {
      let draft = directory + "/draft-\(number)"
      try SystemFile.open(draft, .createNew).write([number])
      #expect(try FileSystem.publish(draft, as: path) == isFirst)
    }
    #expect(try bytes(of: path) == [1])
  }

  @Test("A file without a name is there until it is closed")
  func nameless() throws {
    let file = try SystemFile.nameless()
    try file.write([1, 2])
    #expect(file.isAt(file.path) == false && file.fileSize == 2)
    file.rewind()
    #expect(try file.contents() == [1, 2])
  }

  @Test("Whether a path leads to an open file")
  func places() throws {
    let path = directory + "/place"
    let file = try SystemFile.open(path, .createNew)
    #expect(file.isAt(path) == true)
    #expect(try FileSystem.rename(path, to: path + "-moved"))
    #expect(file.isAt(path) == false && file.isAt(path + "-moved") == true)
    try SystemFile.open(path, .replace).close()
    #expect(file.isAt(path) == false && file.isAt(path + "/below") == false)
    #expect(try !FileSystem.rename(path + "-gone", to: path))
  }

  @Test("What is in a directory, by the bytes of the names, hidden ones only where they are asked for")
  func names() throws {
    for name in ["c", "Z", ".hidden", "é", "\u{10FFE9}"] {
      try SystemFile.open(directory + "/a/" + name, .replace).close()
    }
    let latin = PathText.text(of: [0xE9])
    #expect(try FileSystem.names(in: directory + "/a") == ["Z", "b", "c", "é", latin])
    #expect(try FileSystem.names(in: directory + "/a", withHidden: true) == [".hidden", "Z", "b", "c", "é", latin])
    #expect(FileSystem.kind(of: directory + "/a/" + latin) == .file && FileSystem.kind(of: directory) == .directory)
    #expect(FileSystem.kind(of: directory + "/none") == .missing && FileSystem.kind(of: "/dev/null") == .special)
    try FileSystem.remove(directory + "/a/c")
    try FileSystem.remove(directory + "/a/c")
    #expect(throws: SystemError.self) { try FileSystem.names(in: directory + "/a/Z") }
  }

  @Test("Links are followed, and lead to one place")
  func links() throws {
    let path = directory + "/target"
    try SystemFile.open(path, .replace).close()
    try FileManager.default.createSymbolicLink(atPath: directory + "/link", withDestinationPath: "target")
    #expect(try FileSystem.target(of: directory + "/link") == path)
    #expect(FileSystem.place(of: directory + "/link") == FileSystem.place(of: path))
    #expect(FileSystem.identity(of: directory + "/link") == FileSystem.identity(of: path))
    #expect(FileSystem.place(of: directory + "/not-yet") != FileSystem.place(of: directory + "/nor-this"))
    try FileManager.default.createSymbolicLink(atPath: directory + "/round", withDestinationPath: "round")
    #expect(throws: SystemError.self) { try FileSystem.target(of: directory + "/round") }
  }

  @Test("A folder for others is made once, and not over a file")
  func sharedDirectories() throws {
    try FileSystem.makeSharedDirectory(directory + "/shared")
    try FileSystem.makeSharedDirectory(directory + "/shared")
    try SystemFile.open(directory + "/plain", .replace).close()
    #expect(throws: SystemError.self) { try FileSystem.makeSharedDirectory(directory + "/plain") }
    #expect(throws: SystemError.self) { try FileSystem.makeSharedDirectory(directory + "/none/below") }
  }
}

@Suite("Names of files as text")
struct PathTextTests {
  @Test(
    "Every name comes back, UTF-8 or not",
    arguments: [[0x61], [0xFF, 0x61], [0xC3, 0xA9], [0xC3], [0xF4, 0x8F, 0xBF, 0xA9], [0xED, 0xA0, 0x80]] as [[UInt8]])
  func roundTrip(bytes: [UInt8]) {
    #expect(PathText.bytes(of: PathText.text(of: bytes)) == (bytes + [0]).map { CChar(bitPattern: $0) })
  }

  @Test("People see the bytes that are no text")
  func shown() {
    #expect(PathText.shown(PathText.text(of: [0x61, 0xFF])) == "a\\xff")
    #expect(PathText.shown("aé") == "aé")
  }
}
