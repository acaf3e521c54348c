import CJournal

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A thread of the system that is never joined, at low priority.
package enum DetachedThread {
  private final class Job {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  package static func run(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    unsafe pthread_attr_setstacksize(&attributes, 512 * 1024)
    #if canImport(Darwin)
      unsafe pthread_attr_set_qos_class_np(&attributes, QOS_CLASS_UTILITY, 0)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let argument = unsafe Unmanaged.passRetained(Job(body)).toOpaque()
    let code = unsafe pthread_create(&thread, &attributes, { unsafe DetachedThread.main($0) }, argument)
    guard code == 0 else {
      unsafe Unmanaged<Job>.fromOpaque(argument).release()
      throw SystemError("start", "a thread for recordings", number: code)
    }
  }

  private static func main(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument = unsafe argument { unsafe Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().run() }
    return nil
  }

  package static func pause() { usleep(200) }
}

/// Lets one thread sleep until another has something for it to do.
@safe
package final class WakeUp: Sendable {
  // The system's functions are what makes sharing them safe; the count is touched with the lock only.
  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private nonisolated(unsafe) let condition: UnsafeMutablePointer<pthread_cond_t>
  private nonisolated(unsafe) var calls = 0

  package init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe condition = .allocate(capacity: 1)
    unsafe condition.initialize(to: pthread_cond_t())
    let results = unsafe (pthread_mutex_init(mutex, nil), pthread_cond_init(condition, nil))
    precondition(results == (0, 0), "the system has no memory for a lock")
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Wakes the threads that sleep, and keeps a thread that is about to sleep from doing so.
  package func wake() {
    unsafe pthread_mutex_lock(mutex)
    unsafe calls += 1
    unsafe pthread_cond_broadcast(condition)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Sleeps until there are more calls of ``wake()`` than the given number, or for so many milliseconds; gives the number there are now.
  package func sleep(after known: Int, most milliseconds: Int? = nil) -> Int {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    var end = timespec()
    if let milliseconds {
      unsafe clock_gettime(CLOCK_REALTIME, &end)
      end = Self.time(milliseconds, after: end)
    }
    while unsafe calls == known {
      guard milliseconds != nil else {
        unsafe pthread_cond_wait(condition, mutex)
        continue
      }
      if unsafe pthread_cond_timedwait(condition, mutex, &end) != 0 { break }
    }
    return unsafe calls
  }

  static func time(_ milliseconds: Int, after start: timespec) -> timespec {
    let nanoseconds = Int(start.tv_nsec) + milliseconds % 1000 * 1_000_000
    var time = start
    time.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
    time.tv_nsec = nanoseconds % 1_000_000_000
    return time
  }
}

/// A lock for short critical sections.
///
/// One atomic instruction to take it and one to give it back while no thread waits for it; a thread that waits sleeps. The package's own, because
/// the standard library's needs a newer system than the package supports.
@safe
package final class Mutex: Sendable {
  // Touched by the functions of the lock only, which are what makes sharing it safe; in memory of its own, because its address must not
  // change.
  @usableFromInline
  package nonisolated(unsafe) let word: UnsafeMutablePointer<UInt32>

  package init() {
    unsafe word = .allocate(capacity: 1)
    unsafe word.initialize(to: 0)
  }

  deinit { unsafe word.deallocate() }

  @inlinable @inline(__always)
  package func lock() { unsafe poptrace_lock(word) }
  @inlinable @inline(__always)
  package func unlock() { unsafe poptrace_unlock(word) }

  @inlinable @inline(__always)
  package func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}

/// Something that one thread at a time may touch, for a few nanoseconds.
@safe
package final class Locked<Value>: @unchecked Sendable {
  @usableFromInline
  package let mutex = Mutex()
  @usableFromInline
  package var value: Value

  @inlinable
  package init(_ value: Value) { self.value = value }

  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    mutex.lock()
    defer { mutex.unlock() }
    return try body(&value)
  }
}
