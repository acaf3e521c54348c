/// A path as readers of reports resolve it, relative to the repository: without `./` and slashes in front, and never empty.
func relativePath(_ path: String) -> String {
  var rest = path[...]
  while true {
    if rest.hasPrefix("./") {
      rest = rest.dropFirst(2)
    } else if rest.hasPrefix("/") {
      rest = rest.dropFirst()
    } else {
      return rest.isEmpty || rest == "." ? "-" : String(rest)
    }
  }
}

/// A path as a relative URI reference (RFC 3986, *path-noscheme*): everything but unreserved characters and slashes is percent-encoded.
func relativeURI(_ path: String) -> String {
  var uri = ""
  for byte in relativePath(path).utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
      UInt8(ascii: "/"):
      uri.unicodeScalars.append(Unicode.Scalar(byte))
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      uri += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
    }
  }
  return uri
}
