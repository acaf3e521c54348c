import Testing
@testable import PublishedSchedulers
