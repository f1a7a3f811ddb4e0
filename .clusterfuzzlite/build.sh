#!/usr/bin/env bash
# What the service runs, with its environment; the same file for ClusterFuzzLite and OSS-Fuzz.
exec bash -eu "$SRC/headerproof/ci/service-build.sh"
