import PopTrace
import PopupScheduling
import Testing

@testable import PopDocument
@testable import PopReport

@Suite("Text for people")
struct TextLayoutTests {
  @Test("a wide character takes two columns, a combining one none")
  func widths() {
    #expect(displayWidth("弹窗") == 4)
    #expect(displayWidth("e\u{301}a") == 2)
    #expect(truncated("弹窗调度", to: 5) == "弹窗…")
    #expect(truncated("short", to: 5) == "short")
  }

  @Test("of a name that is too long for anybody the beginning is left")
  func long() {
    let name = printable(String(repeating: "é\u{7}", count: 5_000))
    #expect(name.hasPrefix("é\\u{7}é") && name.hasSuffix("…") && name.count < 4_000)
    #expect(printable(String(repeating: "x", count: 1_000)).count == 1_000)
  }

  @Test("what the runner of GitHub Actions takes for a command begins with its code")
  func commands() {
    #expect(printable("::stop-commands::x") == "\\u{3a}:stop-commands::x")
    #expect(printable("a \u{3000}::error::b") == "a \u{3000}\\u{3a}:error::b")
    #expect(printable("50 % off ##[error]now") == "50 % off \\u{23}#[error]now")
    #expect(printable("###[debug]") == "#\\u{23}#[debug]")
    #expect(printable("Shop::Sale #3 [new]: at 10:30") == "Shop::Sale #3 [new]: at 10:30")
  }

  @Test("breaks lines between words and never loses one")
  func wrapping() {
    #expect(wrapped("one two three", to: 7) == ["one two", "three"])
    #expect(wrapped("incomprehensible", to: 3) == ["incomprehensible"])
    #expect(wrapped("", to: 10) == [])
    #expect(wrapped("a " + String(repeating: "x", count: 10_000), to: 80).map(displayWidth) == [1, 200])
  }

  @Test("keeps columns straight and leaves no space at a line's end")
  func table() {
    var table = TextTable([.left, .right, .left])
    table.add(["a", "1", "x"])
    table.add(["bbb", "", ""])
    table.add(["弹", "100", "y"])
    #expect(table.lines(style: .plain) == ["a      1  x", "bbb", "弹   100  y"])
  }

  @Test(
    "groups thousands and gives fractions of a millisecond exactly",
    arguments: [
      (Int64(0), "0", "0"), (1_250_000, "1250", "1,250"), (1_500, "1.5", "1.5"), (1_000_001, "1000.001", "1,000.001"),
      (-2_050, "-2.05", "-2.05"), (123_456_789_000, "123456789", "123,456,789"),
    ])
  func times(microseconds: Int64, plain: String, grouped: String) {
    let time = Milliseconds(microseconds: microseconds)
    #expect(time.plain == plain)
    #expect(time.grouped == grouped)
  }

  @Test("is exact where microseconds have more than 64 bits")
  func longTimes() throws {
    let tick = try #require(TickLength(microseconds: 59_999_999))
    #expect(Milliseconds(Ticks(1 << 60), of: tick).plain == "69175289123489313953153.024")
    #expect(Milliseconds(Ticks(-(1 << 60)), of: tick).grouped == "-69,175,289,123,489,313,953,153.024")
    #expect(Milliseconds(microseconds: 1_000_000_000_000_007).plain == "1000000000000.007")
  }

  @Test("takes a session's ticks for what they are")
  func ticks() throws {
    let tick = try #require(TickLength(microseconds: 250))
    #expect(Milliseconds(Ticks(6), of: tick).plain == "1.5")
  }
}
