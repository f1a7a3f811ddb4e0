#!/usr/bin/env python3
"""A peer in Python (peers/PROTOCOL.md): the conversions of yarpc-go, lowercasing ASCII alone."""
import struct
import sys

FIELDS = [b"rpc-caller", b"rpc-service", b"rpc-shard-key", b"rpc-routing-key",
          b"rpc-routing-delegate", b"rpc-encoding", b"rpc-caller-procedure"]
ROUTING = [b"x-uber-rpc-routing-zone", b"x-uber-rpc-routing-region"]
GREETING = (b"headerproof-peer 1\nsystem Python example\n"
            b"converter python-before canonicalizing given-order ascii one-way\n"
            b"converter python-after direct given-order ascii one-way\n")
text = lambda octets: struct.pack("<I", len(octets)) + octets
pairs = lambda d: struct.pack("<I", len(d)) + b"".join(text(k) + text(v) for k, v in d.items())
subtype = lambda v: v[17:] if v[:16] == b"application/grpc" and v[16:17] in (b"+", b";") else b""

def parse(body):
    at = 2
    def number():
        nonlocal at
        at += 4
        return struct.unpack_from("<I", body, at - 4)[0]
    def octets():
        nonlocal at
        size = number()
        at += size
        return body[at - size:at]
    return [(octets(), [octets() for _ in range(number())]) for _ in range(number())]

def convert(lowercases, response, metadata):
    fields, headers, originals = [b""] * 7, {}, {}
    for name, values in metadata:
        key = name.lower() if lowercases else name
        if response and key.startswith(b"rpc-") or not values:
            continue
        if len(values) > 1:
            shown = (key if response else name) + b":[" + b" ".join(values) + b"]"
            return b"\x01\x00" + text(b"header has more than one value: " + shown)
        if not response and key in FIELDS:
            fields[FIELDS.index(key)] = values[0]
        elif not response and key == b"content-type":
            fields[5] = fields[5] or subtype(values[0])
        elif response or key not in ROUTING:
            headers[key.lower()] = originals[key] = values[0]
    return b"\x00" + b"".join(map(text, fields)) + pairs(headers) + pairs(originals)

def main():
    answer = GREETING
    while True:
        sys.stdout.buffer.write(text(answer))
        sys.stdout.buffer.flush()
        size = sys.stdin.buffer.read(4)
        if len(size) < 4:
            return
        body = sys.stdin.buffer.read(struct.unpack("<I", size)[0])
        answer = convert(body[0] == 0, body[1] == 1, parse(body))

main()
