import PopDocument
import PopTrace

/// The page's own style and code.
enum ReportPageCode {
  static let style = joined([
    PackageResources.base_css, PackageResources.findings_css, PackageResources.lanes_css,
  ])

  /// The code, part by part: within a function of its own, so that nothing of it is seen from outside.
  static let script =
    Array("\"use strict\";\n(() => {\n".utf8)
    + joined([
      PackageResources.text_js, PackageResources.data_js, PackageResources.state_js, PackageResources.filters_js,
      PackageResources.list_js, PackageResources.tables_js, PackageResources.lanes_js, PackageResources.phone_js,
      PackageResources.events_js, PackageResources.playing_js, PackageResources.stage_js, PackageResources.detail_js,
      PackageResources.pointer_js, PackageResources.keys_js, PackageResources.start_js,
    ]) + Array("})();\n".utf8)

  /// What is in the page before any script runs.
  ///
  /// - Parameter verdict: The sentence that people need first, escaped.
  static func body(verdict: String) -> [UInt8] {
    let mark = Array("{{verdict}}".utf8)
    let body = PackageResources.body_html
    let place = body.indices.first { body[$0...].starts(with: mark) }
    guard let place else { preconditionFailure("the page has no place for its verdict") }
    return body[..<place] + Array(verdict.utf8) + body[(place + mark.count)...]
  }

  /// What a Content Security Policy knows a script or a style by.
  static func hash(of bytes: [UInt8]) -> String {
    "sha256-" + String(decoding: EmbeddedBlock.base64(SHA256.hash(bytes)), as: UTF8.self)
  }

  private static func joined(_ parts: [[UInt8]]) -> [UInt8] { parts.flatMap { $0 + [UInt8(ascii: "\n")] } }
}

/// Text within HTML, where nothing in it can be taken for markup.
///
/// Source: HTML Living Standard (WHATWG), 13.3 (escaping a string).
enum HTMLText {
  /// A text as the content of an element: ``printable(_:)``, and with `&`, `<`, `>` and both quotation marks written as references.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in printable(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
