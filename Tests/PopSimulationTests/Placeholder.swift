import Testing
@testable import PopSimulation
