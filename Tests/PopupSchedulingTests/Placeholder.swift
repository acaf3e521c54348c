import Testing
@testable import PopupScheduling
