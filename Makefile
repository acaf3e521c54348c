# make demo    build, and judge a policy change against the field traces in Fixtures/field
# make test    run all tests
# make bench   measure (a package of its own, in Benchmarks/)
# make lint    check the formatting

SWIFT ?= swift
CANDIDATE ?= Fixtures/policies/tidier.yml

.PHONY: demo test bench lint zstd

# The replay finds regressions and exits with 2: that is what the demo shows. Any other failure is one.
demo: zstd
	$(SWIFT) build -c release --product poptrace
	@echo
	@echo "$$ poptrace replay Fixtures/field --policy $(CANDIDATE)"
	@.build/release/poptrace replay Fixtures/field --policy $(CANDIDATE); \
	  code=$$?; test $$code -eq 0 -o $$code -eq 2
	@echo
	@echo "$$ poptrace replay Fixtures/field --policy v2,v4,v6"
	@.build/release/poptrace replay Fixtures/field --policy v2,v4,v6 --quiet --format text | tail -n 12

test: zstd
	$(SWIFT) test

bench: zstd
	$(SWIFT) run -c release --package-path Benchmarks

lint:
	$(SWIFT) format lint --strict -r Sources Tests Package.swift

# libzstd's headers, which the trace format needs.
zstd:
	@pkg-config --exists libzstd 2>/dev/null || sh .ci/install-zstd
