// Measures what design 10 budgets for; `make bench` runs it in release mode. Machines are noisy: compare figures of one run.

print("recording")
for measurement in try RecordBenchmarks.measure() { print(measurement.line) }
print("replaying")
for measurement in try ReplayBenchmarks.measure() { print(measurement.line) }
