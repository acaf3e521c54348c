#if Tool
import Dispatch
import PopTrace

extension OtherThreads {
  /// Those that the system keeps.
  static let ofTheSystem = OtherThreads { work in DispatchQueue.global().async(execute: work) }
}
#endif
