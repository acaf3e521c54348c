#if Tool
import PopTrace

/// A session and where it comes from.
struct SessionOrigin {
  /// The input, as the user named it.
  var input: String
  /// Its index in the input, counted from 1.
  var index: Int
  /// The session.
  var session: Session
}
#endif
