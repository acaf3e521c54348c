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
struct ProcessIdentity: Hashable, Sendable {
  /// The process's number.
  var number: Int64
  /// When it was started, in a unit of the system's; 0 where that could not be learnt.
  var started: Int64
  /// A number that is another after each start of the machine; 0 where that could not be learnt.
  var boot: UInt64

  /// The process this runs in.
  static var current: ProcessIdentity {
    let number = getpid()
    return ProcessIdentity(number: Int64(number), started: startTime(of: number) ?? 0, boot: currentBoot)
  }

  /// Whether the process is still there, as far as that can be told.
  var isAlive: Bool {
    guard number > 0, number <= Int64(Int32.max) else { return false }
    if boot != 0, Self.currentBoot != 0, boot != Self.currentBoot { return false }
    if kill(pid_t(number), 0) != 0, errno == ESRCH { return false }
    guard started != 0, let now = Self.startTime(of: pid_t(number)) else { return true }
    return now == started
  }

  #if canImport(Darwin)
    private static let currentBoot: UInt64 = {
      var time = timeval()
      var size = MemoryLayout<timeval>.size
      guard unsafe sysctlbyname("kern.boottime", &time, &size, nil, 0) == 0 else { return 0 }
      return UInt64(bitPattern: Int64(time.tv_sec))
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
      return XXH64.hash(text)
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
    private static func text(of path: String) -> [UInt8]? {
      let descriptor = unsafe FileSystem.open(path, O_RDONLY | O_CLOEXEC, 0)
      guard descriptor >= 0 else { return nil }
      defer { _ = close(descriptor) }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
      return count < 0 ? nil : Array(bytes[..<count])
    }
  #endif
}
