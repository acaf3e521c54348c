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
enum DetachedThread {
  private final class Job {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs something on a new thread.
  static func run(_ body: @escaping @Sendable () -> Void) throws(TraceError) {
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
      errno = code
      throw FileSystem.failure(.unwritable, "start", "a thread for recordings")
    }
  }

  /// Lets other threads work for a fifth of a millisecond.
  static func pause() { usleep(200) }

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
