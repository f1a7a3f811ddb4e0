package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"log"
	"net"
	"slices"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// A gRPC message of no octets.
var emptyMessage = []byte{0, 0, 0, 0, 0}

// A rawPeer writes frames as it is told. x/net's framer writes header blocks without looking into
// them, and hpack encodes any octets. What is written waits for out.Flush, so that all of an answer is
// on its way before the other side can hang up on its first part.
type rawPeer struct {
	out    *bufio.Writer
	framer *http2.Framer
}

func newRawPeer(conn net.Conn) *rawPeer {
	check(conn.SetDeadline(time.Now().Add(patience)))
	out := bufio.NewWriter(conn)
	framer := http2.NewFramer(out, conn)
	framer.AllowIllegalWrites = true
	check(framer.WriteSettings())
	return &rawPeer{out, framer}
}

// writeHeaders writes one HEADERS frame, the fields in the order given.
func (p *rawPeer) writeHeaders(stream uint32, endStream bool, fields ...field) {
	var block bytes.Buffer
	encoder := hpack.NewEncoder(&block)
	for _, f := range fields {
		check(encoder.WriteField(hpack.HeaderField{Name: f.name, Value: f.value}))
	}
	check(p.framer.WriteHeaders(http2.HeadersFrameParam{
		StreamID: stream, BlockFragment: block.Bytes(), EndStream: endStream, EndHeaders: true,
	}))
}

// readUntil reads frames, acknowledging settings and pings, until done says so or nothing comes any
// more, and returns how it ended: "" if done said so.
func (p *rawPeer) readUntil(done func(http2.Frame) bool) string {
	for {
		_ = p.out.Flush() // if the other side has gone, reading says so
		frame, err := p.framer.ReadFrame()
		if err == io.EOF {
			return "the connection was closed"
		} else if err != nil {
			return fmt.Sprintf("reading failed: %v", err)
		}
		switch f := frame.(type) {
		case *http2.SettingsFrame:
			if !f.IsAck() {
				_ = p.framer.WriteSettingsAck()
			}
		case *http2.PingFrame:
			if !f.IsAck() {
				_ = p.framer.WritePing(true, f.Data)
			}
		case *http2.RSTStreamFrame:
			return "RST_STREAM " + f.ErrCode.String()
		case *http2.GoAwayFrame:
			return "GOAWAY " + f.ErrCode.String()
		}
		if done(frame) {
			return ""
		}
	}
}

// decode returns the fields of a HEADERS frame that is a whole block.
func decode(frame *http2.HeadersFrame) []field {
	var fields []field
	decoder := hpack.NewDecoder(4096, func(f hpack.HeaderField) {
		fields = append(fields, field{f.Name, f.Value})
	})
	_, _ = decoder.Write(frame.HeaderBlockFragment())
	return fields
}

// sendRequest sends one request to a server, the fields last in its headers, and returns how it ended.
func sendRequest(address string, fields ...field) string {
	conn := must(net.Dial("tcp", address))
	defer conn.Close()
	must(io.WriteString(conn, http2.ClientPreface))
	peer := newRawPeer(conn)
	head := []field{
		{":method", "POST"}, {":scheme", "http"}, {":path", "/service/method"},
		{":authority", "localhost"}, {"content-type", "application/grpc"}, {"te", "trailers"},
	}
	peer.writeHeaders(1, false, append(head, fields...)...)
	check(peer.framer.WriteData(1, true, emptyMessage))
	var status string
	endedBy := peer.readUntil(func(frame http2.Frame) bool {
		headers, ok := frame.(*http2.HeadersFrame)
		if !ok {
			return false
		}
		for _, f := range decode(headers) {
			if f.name == ":status" || f.name == "grpc-status" {
				status += fmt.Sprintf("%s %s; ", f.name, f.value)
			}
		}
		return headers.StreamEnded()
	})
	return status + endedBy
}

// answer answers the one call that comes on a connection, the kind's fields at `place`.
func answer(listener net.Listener, place string, k kind) {
	conn := must(listener.Accept())
	defer conn.Close()
	must(io.ReadFull(conn, make([]byte, len(http2.ClientPreface))))
	peer := newRawPeer(conn)
	ended := peer.readUntil(func(frame http2.Frame) bool {
		return frame.Header().Type == http2.FrameData && frame.Header().Flags.Has(http2.FlagDataEndStream)
	})
	if ended != "" {
		log.Fatal("no call: ", ended)
	}
	head := []field{{":status", "200"}, {"content-type", "application/grpc"}}
	tail := []field{{"grpc-status", "0"}}
	fields := append([]field{control}, k.fields...)
	switch place {
	case "trailers-only":
		peer.writeHeaders(1, true, slices.Concat(head, tail, fields)...)
	case "response-headers":
		head = append(head, fields...)
	case "trailers":
		tail = append(tail, fields...)
	}
	if place != "trailers-only" {
		peer.writeHeaders(1, false, head...)
		check(peer.framer.WriteData(1, false, emptyMessage))
		peer.writeHeaders(1, true, tail...)
	}
	// Until the client goes: what it says about the answer is part of the call.
	peer.readUntil(func(http2.Frame) bool { return false })
}
