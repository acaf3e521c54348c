#if Tool
import PopSystem
import PopDocument

extension InputList {
  /// The inputs in the order of their places in a report, in which every machine and every order of the command line names them.
  func inOrder() -> InputList {
    var list = self
    let places = paths.map { (path: $0, name: shown($0)) }
    list.paths = places.sorted { ReportPlace.comesFirst($0.name, $1.name) }.map(\.path)
    return list
  }

  /// The inputs that a list of paths names, a line each, as `find` and Spark's `pipe` give them.
  static func paths(inLinesOf path: String) throws(CommandFailure) -> [String] {
    let source = try ByteSource(path)
    var bytes: [UInt8] = []
    while let block = try source.block(at: bytes.count) {
      bytes += block
      guard bytes.count <= longestList else {
        throw CommandFailure("the list of paths has more than \(longestList) bytes; give it in parts", input: path)
      }
    }
    return bytes.split(separator: UInt8(ascii: "\n")).map { line in
      PathText.text(of: Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
    }.filter { !$0.isEmpty }
  }

  /// The most bytes of a list of paths.
  private static var longestList: Int { 1 << 30 }
}
#endif
