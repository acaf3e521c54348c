/// Threads that a reader may use besides its caller's.
///
/// The library starts none itself: a program that has some to spare hands them over.
package struct OtherThreads: Sendable {
  /// Has some work done on another thread, sooner or later, or never: who needs it done and finds it is not does it then.
  let begin: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  /// - Parameter begin: Has some work done on another thread, and does not wait for it.
  package init(begin: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void) { self.begin = begin }
}
