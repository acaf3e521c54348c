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

  /// Runs something on a new thread.
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
    let code = unsafe pthread_create(&thread, &attributes, main, argument)
    guard code == 0 else {
      unsafe Unmanaged<Job>.fromOpaque(argument).release()
      throw SystemError("start", "a thread for recordings", number: code)
    }
  }

  /// Lets other threads work for a fifth of a millisecond.
  package static func pause() { usleep(200) }

  #if canImport(Darwin)
    private static let main: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { argument in
      unsafe Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().run()
      return nil
    }
  #else
    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
      if let argument = unsafe argument { unsafe Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().run() }
      return nil
    }
  #endif
}

/// Lets one thread sleep until another has something for it to do.
@safe
package final class WakeUp: Sendable {
  // The system's functions are what makes sharing them safe; the count is touched with the lock only.
  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private nonisolated(unsafe) let condition: UnsafeMutablePointer<pthread_cond_t>
  private nonisolated(unsafe) let calls: UnsafeMutablePointer<Int>

  package init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe condition = .allocate(capacity: 1)
    unsafe condition.initialize(to: pthread_cond_t())
    unsafe calls = .allocate(capacity: 1)
    unsafe calls.initialize(to: 0)
    let results = unsafe (pthread_mutex_init(mutex, nil), pthread_cond_init(condition, nil))
    precondition(results == (0, 0), "the system has no memory for a lock")
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
    unsafe calls.deallocate()
  }

  /// Wakes the threads that sleep, and keeps a thread that is about to sleep from doing so.
  package func wake() {
    unsafe pthread_mutex_lock(mutex)
    unsafe calls.pointee += 1
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
    while unsafe calls.pointee == known {
      guard milliseconds != nil else {
        unsafe pthread_cond_wait(condition, mutex)
        continue
      }
      if unsafe pthread_cond_timedwait(condition, mutex, &end) != 0 { break }
    }
    return unsafe calls.pointee
  }

  /// The time so many milliseconds after another.
  static func time(_ milliseconds: Int, after start: timespec) -> timespec {
    let nanoseconds = Int(start.tv_nsec) + milliseconds % 1000 * 1_000_000
    var time = start
    time.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
    time.tv_nsec = nanoseconds % 1_000_000_000
    return time
  }
}
