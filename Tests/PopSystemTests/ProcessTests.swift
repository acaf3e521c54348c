import Foundation
import PopSystem
import Testing

@Suite("Which process it is")
struct ProcessIdentityTests {
  private let current = ProcessIdentity.current
  private let now = WallClock.seconds()

  @Test("A process is told from a later one of its number")
  func reuse() {
    #expect(current.isAlive(lastWritten: 0))
    var other = current
    other.started += 1
    #expect(!other.isAlive(lastWritten: now))
    other = current
    other.boot ^= 1
    #expect(!other.isAlive(lastWritten: now))
    other.number = 0
    #expect(!other.isAlive(lastWritten: now))
    #expect(ProcessIdentity(nameText: current.nameText + "-1f") == current)
    #expect(ProcessIdentity(nameText: "1-2") == nil)
  }

  @Test("Where the system does not say when a process was started, it counts as gone after a week of silence")
  func unknownStart() {
    let parent = ProcessIdentity(number: Int64(getppid()), started: 0, boot: current.boot)
    #expect(parent.isAlive(lastWritten: now - ProcessIdentity.longestSilence + 60))
    #expect(!parent.isAlive(lastWritten: now - ProcessIdentity.longestSilence - 60))
  }
}

@Suite("Running a program")
struct ProgramTests {
  @Test("What a program says is heard, with its errors or without, and so is how it ended")
  func output() throws {
    for hearsErrors in [false, true] {
      let output = try ProgramOutput(
        of: "sh", ["-c", "printf \"$POPTRACE_WORD\"; printf err >&2; exit 3"], with: ["POPTRACE_WORD": "said"],
        atMost: 100, hearsErrors: hearsErrors)
      #expect(String(decoding: output.bytes, as: UTF8.self) == (hearsErrors ? "saiderr" : "said"))
      #expect(output.status == 3)
    }
    let killed = try ProgramOutput(of: "sh", ["-c", "kill -9 $$"], with: [:], atMost: 10, hearsErrors: false)
    #expect(killed.status == -1)
  }

  @Test("One that says more than is wanted is heard no longer")
  func endless() throws {
    let output = try ProgramOutput(of: "yes", [], with: [:], atMost: 1000, hearsErrors: false)
    #expect(output.bytes.count > 1000 && output.bytes.count < 1 << 20 && output.status == -1)
  }

  @Test("One that is not there is missing")
  func missing() {
    let error = #expect(throws: SystemError.self) {
      try ProgramOutput(of: "/no/such/program", [], with: [:], atMost: 1, hearsErrors: false)
    }
    #expect(error?.isMissing == true)
  }
}
