/// Has the compiler hand a struct over by its address.
///
/// A struct of plain fields it copies, all of it and however large, whenever a method that only looks at it is called. One of these among the
/// fields makes it a struct that has to stay where it is.
///
/// ```swift
/// struct Everything: ~Copyable {
///   private let byAddress = ByAddress()
///   var pages = OwnedArray<Int32>()
/// }
/// ```
///
/// Apps have no use for it. It is public for the sake of the package's other modules.
@frozen
public struct ByAddress: Sendable {
  // What is in it is known only at run time, as far as the compiler is concerned.
  private let nothing: (any Sendable)?

  /// Makes one.
  public init() { nothing = nil }
}
