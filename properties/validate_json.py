#!/usr/bin/env python3
"""Validates JSON files against a JSON Schema (draft 2020-12): validate_json.py SCHEMA FILE...

Prints what is wrong, a line for each, and exits with 1; with 2 if it cannot validate.
"""
import json
import sys

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("validate_json.py: the package python3-jsonschema is missing; ci/setup.sh installs it",
          file=sys.stderr)
    sys.exit(2)


def read(path):
    with open(path, encoding="ascii") as file:
        return json.load(file)


def main(schema_path, *paths):
    schema = read(schema_path)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    wrong = 0
    for path in paths:
        for error in sorted(validator.iter_errors(read(path)), key=lambda one: one.json_path):
            print(f"{path}: {error.json_path}: {error.message[:300]}")
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
