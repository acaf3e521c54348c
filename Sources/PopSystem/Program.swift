// No app runs programs; on phones it could not.
#if Tool && (os(macOS) || os(Linux))
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// What a program said, and how it ended.
  package struct ProgramOutput: Sendable {
    package var bytes: [UInt8] = []
    /// Its exit status; -1 where a signal ended it.
    package var status: Int32 = -1

    /// Runs a program that is looked for on the search path, without a shell and without input, and waits for its end.
    ///
    /// - Parameters:
    ///   - variables: What it finds in its environment beside our own.
    ///   - count: When it has said more bytes than this, it is heard no longer.
    ///   - hearsErrors: Whether what it says on standard error is a part of the output, or is lost.
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

    /// Starts a program, and closes the end that it writes to.
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
