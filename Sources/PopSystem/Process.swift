#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Which process it is, so that another one can tell whether it is still there: its number alone is given to others later.
package struct ProcessIdentity: Hashable, Sendable {
  package var number: Int64
  /// When it was started, in a unit of the system's; 0 where that could not be learnt.
  package var started: Int64
  /// A number that is another after each start of the machine; 0 where that could not be learnt.
  package var boot: UInt64

  package static var current: ProcessIdentity {
    let number = getpid()
    return ProcessIdentity(number: Int64(number), started: startTime(of: number) ?? 0, boot: currentBoot)
  }

  /// How long a process may write nothing before it counts as gone, where the system does not say when it was started: a number that was given
  /// anew would else keep what the last one left for ever. In seconds: a week, in which no phone keeps an app in memory that does nothing.
  package static let longestSilence: Int64 = 7 * 86_400

  /// Whether the process is still there, as far as that and when it last wrote something, in seconds since 1970, can tell.
  package func isAlive(lastWritten written: Int64) -> Bool {
    guard number > 0, number <= Int64(Int32.max) else { return false }
    let current = Self.current
    if boot != 0, current.boot != 0, boot != current.boot { return false }
    if number == current.number { return started == current.started }
    if kill(pid_t(number), 0) != 0, errno == ESRCH { return false }
    // The sandbox of an app may keep other processes' starts to itself.
    guard started != 0, let now = Self.startTime(of: pid_t(number)) else {
      return written > WallClock.seconds() - Self.longestSilence
    }
    return now == started
  }

  package var nameText: String { "\(number)-\(started)-\(boot)" }

  /// Reads it back; nil where it is none. What follows behind a further hyphen only makes the name another one.
  package init?(nameText: some StringProtocol) {
    let fields = nameText.split(separator: "-")
    guard fields.count == 4, let number = Int64(fields[0]), let started = Int64(fields[1]), let boot = UInt64(fields[2])
    else { return nil }
    self.init(number: number, started: started, boot: boot)
  }

  package init(number: Int64, started: Int64, boot: UInt64) {
    self.number = number
    self.started = started
    self.boot = boot
  }

  #if canImport(Darwin)
    // Not when it was started, which moves as the clock is set.
    private static let currentBoot: UInt64 = {
      var text = [UInt8](repeating: 0, count: 64)
      var size = text.count
      guard unsafe sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0, size > 0, size <= text.count else {
        return 0
      }
      return fnv1a(text[..<size])
    }()

    private static func startTime(of number: pid_t) -> Int64? {
      var info = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.size
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, number]
      guard unsafe sysctl(&name, UInt32(name.count), &info, &size, nil, 0) == 0, size > 0 else { return nil }
      let time = info.kp_proc.p_un.__p_starttime
      return Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_usec)
    }
  #else
    private static let currentBoot: UInt64 = {
      guard let text = text(of: "/proc/sys/kernel/random/boot_id"), !text.isEmpty else { return 0 }
      return fnv1a(text)
    }()

    private static func startTime(of number: pid_t) -> Int64? {
      // The 22nd field; the second is the program's name in brackets, in which anything may stand.
      guard let text = text(of: "/proc/\(number)/stat"), let end = text.lastIndex(of: UInt8(ascii: ")")) else {
        return nil
      }
      let fields = text[(end + 1)...].split(separator: UInt8(ascii: " "))
      guard fields.count > 19 else { return nil }
      return Int64(String(decoding: fields[19], as: UTF8.self))
    }

    /// The beginning of a file that the system makes up as it is read, so that it has no size.
    private static func text(of path: String) -> [UInt8]? { try? SystemFile.open(path, .read).read(first: 4096) }
  #endif
}

package enum CurrentProcess {
  package static var number: Int32 { getpid() }

  package static var arguments: [String] {
    (0..<Int(CommandLine.argc)).compactMap { index in
      unsafe CommandLine.unsafeArgv[index].map { unsafe text($0) }
    }
  }

  package static var workingDirectory: String {
    guard let path = unsafe getcwd(nil, 0) else { return "/" }
    defer { unsafe free(path) }
    return unsafe text(path)
  }

  @unsafe private static func text(_ name: UnsafePointer<CChar>) -> String {
    PathText.text(of: unsafe UnsafeBufferPointer(start: name, count: strlen(name)).map { UInt8(bitPattern: $0) })
  }

  package static func environment(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }
  package static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
  package static func end(_ code: Int32) -> Never { exit(code) }
}

// No app runs programs; on phones it could not.
#if Tool && (os(macOS) || os(Linux))
  package struct ProgramOutput: Sendable {
    package var bytes: [UInt8] = []
    /// Its exit status; -1 where a signal ended it.
    package var status: Int32 = -1

    /// Runs a program that is looked for on the search path, without a shell and without input, and waits for its end. When it has said more
    /// bytes than so many, it is heard no longer.
    package init(
      of program: String, _ arguments: [String], with variables: [String: String], atMost count: Int, hearsErrors: Bool
    ) throws(SystemError) {
      var ends: [Int32] = [0, 0]
      guard unsafe pipe(&ends) == 0 else { throw SystemError("start", program) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      let reader = SystemFile(descriptor: ends[0], path: program)
      let child = try Self.start(program, arguments, with: variables, writingTo: ends[1], hearsErrors: hearsErrors)
      var problem: SystemError?
      do throws(SystemError) {
        while bytes.count <= count, try reader.read(1 << 16, into: &bytes) > 0 {}
      } catch {
        problem = error
      }
      // It ends where nobody hears it any more.
      try? reader.close()
      var status: Int32 = 0
      while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
      if let problem { throw problem }
      if status & 0x7F == 0 { self.status = status >> 8 & 0xFF }
    }

    private static func start(
      _ program: String, _ arguments: [String], with variables: [String: String], writingTo end: Int32,
      hearsErrors: Bool
    ) throws(SystemError) -> pid_t {
      defer { _ = close(end) }
      #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
      #else
        var actions = unsafe posix_spawn_file_actions_t()
      #endif
      unsafe posix_spawn_file_actions_init(&actions)
      defer { unsafe posix_spawn_file_actions_destroy(&actions) }
      unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      unsafe posix_spawn_file_actions_adddup2(&actions, end, 1)
      if hearsErrors {
        unsafe posix_spawn_file_actions_adddup2(&actions, end, 2)
      } else {
        unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
      }
      for (name, value) in variables { _ = unsafe setenv(name, value, 1) }
      var words: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
      defer { unsafe words.forEach { unsafe free($0) } }
      var child = pid_t()
      let code = unsafe posix_spawnp(&child, program, &actions, nil, &words, environ)
      guard code == 0 else { throw SystemError("start", program, number: code) }
      return child
    }
  }
#endif
