package import PopTrace

extension Milliseconds {
  /// `1,250` or `1,250.5`: ``PopTrace/Milliseconds/plain``, grouped for people.
  package var grouped: String { sign + grouping(digits: whole) + fraction }
}

/// A whole number with a comma after every three digits: `12,345`.
package func grouping(_ number: some BinaryInteger) -> String {
  (number < 0 ? "-" : "") + grouping(digits: String(number.magnitude))
}

private func grouping(digits: String) -> String {
  var text = ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
    text.append(digit)
  }
  return text
}
