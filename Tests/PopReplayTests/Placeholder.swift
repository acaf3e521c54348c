import Testing
@testable import PopReplay
