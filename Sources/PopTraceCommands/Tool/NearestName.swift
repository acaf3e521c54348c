/// The known name most like one that is not known; nil where none is like it.
///
/// - Complexity: O(n·m²) with n names of m characters.
func nearestName(to name: String, among known: [String]) -> String? {
  let limit = max(1, name.count / 2)
  var best: (distance: Int, name: String)?
  for candidate in known {
    let distance = editDistance(Array(name.lowercased()), Array(candidate.lowercased()))
    if distance <= limit, distance < (best?.distance ?? .max) { best = (distance, candidate) }
  }
  return best?.name
}

/// `; did you mean “v4”?`, or which names there are.
func suggestion(for name: String, among known: [String]) -> String {
  if let nearest = nearestName(to: name, among: known) { return "; did you mean \"\(nearest)\"?" }
  return known.isEmpty ? "" : "; known are \(known.joined(separator: ", "))"
}

/// How many insertions, removals and exchanges turn one text into the other.
private func editDistance(_ lhs: [Character], _ rhs: [Character]) -> Int {
  // Names on a command line are short; a long one is like none of ours.
  guard lhs.count <= 64, rhs.count <= 64 else { return .max }
  var row = Array(0...rhs.count)
  for (place, left) in lhs.enumerated() {
    var diagonal = row[0]
    row[0] = place + 1
    for (column, right) in rhs.enumerated() {
      let above = row[column + 1]
      row[column + 1] = min(above + 1, row[column] + 1, diagonal + (left == right ? 0 : 1))
      diagonal = above
    }
  }
  return row[rhs.count]
}
