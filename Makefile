# make demo      build, and judge a policy change against the field traces in Fixtures/field
# make gate-demo a pull request that changes a policy: the gate fails, bless accepts, mending makes that stale
# make test      run all tests; FILTER=GateTests for some of them
# make check     build and run one target's tests, T=PopAuditTests, FILTER=CoverTests for some of them; quick from one edit to the next
# make docs      build the DocC catalogues; a warning of docc is an error
# make bench     measure (a package of its own, in Benchmarks/); AGAINST=REVISION for the same beside another revision,
#                CACHESIM=PATH for libCacheSim's LRU beside it
# make peers     judge traces with monitors that share nothing with the tool: the same findings, and how fast each is
# make lint      check the formatting
# make install   put poptrace, its manual page and its completions below PREFIX=/usr/local; make uninstall takes them away
# make static    an executable for Linux that needs no library: .build-static/poptrace
# make bundle    that executable as an artifact bundle for SwiftPM: .build-static/poptrace.artifactbundle.zip
# make fuzz      lead what takes untrusted input through inputs of a fuzzer's making, SECONDS=60 for each TARGET=
# make torture   damage recordings in every way, and print what came of it as a table; ROWS=killed,launch for some rows, SEED=2
# make fidelity  how much of what a replay foresees is right, world by world; SESSIONS=90 for each pair of policies, FIRST=7177 for the seed
# make nights    what a gate is worth on nights that it has not seen; NIGHTS=25 of them, with sessions from FIRST= on
# make mutants   break the deciding code in one place at a time, and name the breaks that no test notices; COUNT=60 of them, drawn by SEED=1
#                and not by the date, ONLY=PopAudit,journal for some modules or parts of them, AGAIN=FILE for what an earlier output says survived,
#                WITHOUT=CommandLineTests for a first and quicker look
# make sanitize  run the tests under AddressSanitizer and ThreadSanitizer; FILTER=PopTraceTests for some of them,
#                TESTS=PopTraceTests,CommandLineTests for no others to be built

export SWIFT ?= swift
CANDIDATE ?= Fixtures/policies/tidier.yml

SECONDS ?= 60
SESSIONS ?= 90
NIGHTS ?= 25
FILTER ?=
TESTS ?=
PREFIX ?= /usr/local
DESTDIR ?=

# A tool that starts quickly has no libraries to find, bind and relocate, and no types that the runtime looks up by name, going through all
# conformances. Where the system's libraries are not there to be built in, Swift's alone are. The functions of glibc of which the linker says that
# they look for its libraries at run time are called by nothing.
STATIC = --static-swift-stdlib $(ALONE) $(addprefix -Xswiftc ,-Xfrontend -disable-concrete-type-metadata-mangled-name-accessors)
# The linker compiles everything once more, as one program: what is called in one place is no call any more, whatever its module. Parts side by side
# (--lto-partitions) would lose conformances. The register for frames is one more for values. Together they save 13 of 100 instructions, and what
# .ci/profiled does 9 of the others.
WHOLE = --experimental-lto-mode full --omit-frame-pointers -Xswiftc -use-ld=lld -Xlinker --lto-O3
ALONE = $(if $(filter 3,$(words $(foreach lib,c z zstd,$(firstword $(wildcard /usr/lib*/lib$(lib).a /usr/lib/*/lib$(lib).a))))),$(ALWAYS))
ALWAYS = -Xswiftc -static-executable

.PHONY: demo gate-demo test check docs bench peers lint fuzz torture fidelity nights mutants sanitize sanitize-address sanitize-thread zstd install uninstall static bundle
.PHONY: release poptrace-torture poptrace-fidelity benchmarks fuzzer

# What demo and test build, in a folder of its own: optimized where it is hot, without debug information. What people are given is make release.
TESTED = -c release -debug-info-format none --scratch-path .build-tests
DEMO = .build-tests/release/poptrace

# The replay finds regressions and exits with 2: that is what the demo shows. Any other failure is one.
demo: zstd
	@POPTRACE_OPTIMIZE=1 .ci/build $(TESTED) --product poptrace >&2
	@mkdir -p .build
	@echo
	@echo "$$ poptrace replay Fixtures/field --policy $(CANDIDATE) --format text --format html=.build/demo.html"
	@$(DEMO) replay Fixtures/field --policy $(CANDIDATE) --format text --format html=.build/demo.html; \
	  code=$$?; test $$code -eq 0 -o $$code -eq 2
	@echo
	@echo "The same as a page, with the runs side by side: open .build/demo.html in a browser"
	@echo
	@echo "$$ poptrace replay Fixtures/field --policy v2,v4,v6"
	@$(DEMO) replay Fixtures/field --policy v2,v4,v6 --quiet --format text | tail -n 12

gate-demo: release
	@.ci/gate-demo .build/release/poptrace

# What tests need of Python is made while the first modules are compiled, which use one core.
test: zstd
	@(. ./.ci/python) & export POPTRACE_OPTIMIZE=1 && .ci/build --build-tests $(TESTED) && wait && . ./.ci/python && $(SWIFT) test --skip-build --disable-xctest $(TESTED) $(if $(FILTER),--filter '$(FILTER)')

# One target's tests while it is being worked on: those and what they stand on, unoptimized, of which only what changed is built anew.
check: zstd
	@(. ./.ci/python) & export POPTRACE_TESTS='$(T)' && .ci/build --build-tests $(CHECKED) && wait && . ./.ci/python && \
	  $(SWIFT) test --skip-build --disable-xctest $(CHECKED) $(if $(FILTER),--filter '$(FILTER)')

CHECKED = --scratch-path .build-check
T = PopAuditTests

# The symbols are those of what make test builds.
docs: zstd
	@export POPTRACE_OPTIMIZE=1 && .ci/build --build-tests $(TESTED) >&2
	@.ci/check-docc .build-tests/release

# What is built for release, by itself: `make -j2 release static benchmarks fuzzer` builds side by side.
LINUX = $(filter Linux,$(shell uname -s))
RELEASE = -c release -debug-info-format none $(if $(LINUX),$(STATIC) $(WHOLE))
PROFILED = .ci/$(if $(LINUX),profiled,build --product)

release: zstd
	@$(PROFILED) poptrace $(RELEASE) >&2

poptrace-torture poptrace-fidelity: zstd
	@POPTRACE_TOOLS=1 .ci/build $(RELEASE) --product $@ >&2

benchmarks: zstd
	$(PROFILED) PopTraceBenchmarks -c release --package-path Benchmarks $(if $(LINUX),$(WHOLE))
	.ci/build --product ReplayAllocations -c release --package-path Benchmarks $(if $(LINUX),$(WHOLE))

fuzzer: zstd
	python3 .ci/fuzz --build

bench: zstd
	@.ci/bench $(if $(AGAINST),--against $(AGAINST)) $(if $(VISITS),--visits $(VISITS))
	@.ci/instructions $(if $(CACHESIM),--cachesim $(CACHESIM))

# The worlds in which each of the five rules finds something.
PEERS = v0 v1 v3 v5 article-0-mended-1 article-0-pages article-1 article-2-printed fg-0.6-priority

peers: release
	@mkdir -p .build/peers
	@for policy in $(PEERS); do \
	  .build/release/poptrace generate --seed 5 --sessions 20 --policy $$policy --quiet --output .build/peers/$$policy.poptrace || exit; done
	@. ./.ci/python && python3 -m pip install --quiet --disable-pip-version-check reelay && \
	  python3 Benchmarks/Peers/peers.py .build/release/poptrace Fixtures/field Fixtures/traces .build/peers

fuzz: zstd
	python3 .ci/fuzz --seconds $(SECONDS) $(if $(TARGET),--target $(TARGET))

torture: poptrace-torture
	@.build/release/poptrace-torture $(if $(ROWS),--rows $(ROWS)) $(if $(SEED),--seed $(SEED))

fidelity: poptrace-fidelity
	@.build/release/poptrace-fidelity --sessions $(SESSIONS) --first $(or $(FIRST),7177)

nights: release
	@.ci/nights .build/release/poptrace --nights $(NIGHTS) $(if $(FIRST),--first $(FIRST))

mutants: zstd
	@.ci/build --package-path Tests/Tools/Mutants --product poptrace-mutants >&2
	@. ./.ci/python && Tests/Tools/Mutants/.build/debug/poptrace-mutants \
	  $(if $(SEED),--seed $(SEED)) $(if $(COUNT),--count $(COUNT)) $(if $(ONLY),--only $(ONLY)) $(if $(OWN),--own) \
	  $(if $(AGAIN),--from-survivors $(AGAIN)) $(if $(WITHOUT),--leave-out $(WITHOUT))

# Scratch folders of their own, so that ordinary builds are not thrown away. Gold warns of every section of an instrumented object.
ADDRESS = --sanitize=address --scratch-path .build-address -Xswiftc -use-ld=lld
BUILT = $(if $(TESTS),POPTRACE_TESTS='$(TESTS)')
THREAD = --sanitize=thread --scratch-path .build-thread -Xswiftc -use-ld=lld

sanitize: sanitize-address sanitize-thread

sanitize-address: zstd
	$(BUILT) .ci/build --build-tests $(ADDRESS)
	LSAN_OPTIONS=suppressions=$(CURDIR)/.ci/leaks.supp:print_suppressions=0 \
	  POPTRACE_SANITIZER=address $(BUILT) $(SWIFT) test --skip-build --disable-xctest $(ADDRESS) $(if $(FILTER),--filter '$(FILTER)')

sanitize-thread: zstd
	$(BUILT) .ci/build --build-tests $(THREAD)
	POPTRACE_SANITIZER=thread $(BUILT) $(SWIFT) test --skip-build --disable-xctest $(THREAD) $(if $(FILTER),--filter '$(FILTER)')

install: release
	@Packaging/install .build/release/poptrace '$(DESTDIR)$(PREFIX)'

uninstall:
	@Packaging/install --remove '$(DESTDIR)$(PREFIX)'

# Stripped, it has two thirds.
static: ALONE = $(ALWAYS)
static: release
	@mkdir -p .build-static
	strip -o .build-static/poptrace .build/release/poptrace

bundle: static
	@Packaging/artifact-bundle "$$(.build-static/poptrace --version)" .build-static \
	  "$$(uname -m)-unknown-linux-gnu=.build-static/poptrace"

lint:
	$(SWIFT) format lint --strict -r Sources Tests Plugins Package.swift

# The headers of libzstd, which the trace format needs, and of zlib, which report pages do.
zstd:
	@pkg-config --exists libzstd zlib 2>/dev/null || sh .ci/install-zstd
