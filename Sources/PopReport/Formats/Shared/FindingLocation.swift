/// Where a form of a report that knows files and lines points to.
struct FindingLocation: Hashable {
  /// The file, as a path relative to where the tool ran.
  var path: String
  /// The line, counted from 1.
  var line: Int
}
