package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
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
// Where writing fails, reading says why.
type rawPeer struct {
	conn    net.Conn
	out     *bufio.Writer
	framer  *http2.Framer
	block   bytes.Buffer
	encoder *hpack.Encoder
	decoder *hpack.Decoder
}

func newRawPeer(conn net.Conn) *rawPeer {
	check(conn.SetDeadline(time.Now().Add(patience)))
	out := bufio.NewWriter(conn)
	peer := &rawPeer{conn: conn, out: out, framer: http2.NewFramer(out, conn)}
	peer.framer.AllowIllegalWrites = true
	peer.encoder = hpack.NewEncoder(&peer.block)
	peer.decoder = hpack.NewDecoder(4096, nil)
	_ = peer.framer.WriteSettings()
	return peer
}

// writeHeaders writes one HEADERS frame, the fields in the order given.
func (p *rawPeer) writeHeaders(stream uint32, endStream bool, fields ...field) {
	p.block.Reset()
	for _, f := range fields {
		check(p.encoder.WriteField(hpack.HeaderField{Name: f.name, Value: f.value}))
	}
	_ = p.framer.WriteHeaders(http2.HeadersFrameParam{
		StreamID: stream, BlockFragment: p.block.Bytes(), EndStream: endStream, EndHeaders: true,
	})
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
		case *http2.GoAwayFrame:
			return "GOAWAY " + f.ErrCode.String()
		}
		if done(frame) {
			return ""
		}
	}
}

// decode returns the fields of a HEADERS frame that is a whole block.
func (p *rawPeer) decode(frame *http2.HeadersFrame) []field {
	var fields []field
	p.decoder.SetEmitFunc(func(f hpack.HeaderField) { fields = append(fields, field{f.Name, f.Value}) })
	_, _ = p.decoder.Write(frame.HeaderBlockFragment())
	return fields
}

// dial opens a connection to a server.
func dial(address string) *rawPeer {
	conn := must(net.Dial("tcp", address))
	must(io.WriteString(conn, http2.ClientPreface))
	return newRawPeer(conn)
}

// request sends one request on a stream, the fields last in its headers, and returns how it ended.
func (p *rawPeer) request(stream uint32, fields ...field) string {
	head := []field{
		{":method", "POST"}, {":scheme", "http"}, {":path", "/service/method"},
		{":authority", "localhost"}, {"content-type", "application/grpc"}, {"te", "trailers"},
	}
	p.writeHeaders(stream, false, append(head, fields...)...)
	_ = p.framer.WriteData(stream, true, emptyMessage)
	var status string
	endedBy := p.readUntil(func(frame http2.Frame) bool {
		if frame.Header().StreamID != stream {
			return false // an earlier one, which need not be read to its end
		}
		switch f := frame.(type) {
		case *http2.RSTStreamFrame:
			status += "RST_STREAM " + f.ErrCode.String()
			return true
		case *http2.HeadersFrame:
			for _, own := range p.decode(f) {
				if own.name == ":status" || own.name == "grpc-status" {
					status += fmt.Sprintf("%s %s; ", own.name, own.value)
				}
			}
			return f.StreamEnded()
		}
		return false
	})
	return status + endedBy
}

// answer answers the calls that come on one connection, each with a kind's fields at `place`.
func answer(listener net.Listener, place string, kinds []kind) {
	conn, err := listener.Accept()
	if err != nil {
		return // no call came: the controls say so
	}
	defer conn.Close()
	if _, err := io.ReadFull(conn, make([]byte, len(http2.ClientPreface))); err != nil {
		return
	}
	peer := newRawPeer(conn)
	for _, k := range kinds {
		var stream uint32
		ended := peer.readUntil(func(frame http2.Frame) bool {
			stream = frame.Header().StreamID
			return frame.Header().Type == http2.FrameData && frame.Header().Flags.Has(http2.FlagDataEndStream)
		})
		if ended != "" {
			return
		}
		peer.answerOne(stream, place, append([]field{control}, k.fields...))
	}
	// Until the client goes: what it says about the answer is part of the call.
	peer.readUntil(func(http2.Frame) bool { return false })
}

// answerOne answers the call on a stream, the fields at `place`.
func (p *rawPeer) answerOne(stream uint32, place string, fields []field) {
	head := []field{{":status", "200"}, {"content-type", "application/grpc"}}
	tail := []field{{"grpc-status", "0"}}
	switch place {
	case "trailers-only":
		p.writeHeaders(stream, true, slices.Concat(head, tail, fields)...)
		return
	case "response-headers":
		head = append(head, fields...)
	case "trailers":
		tail = append(tail, fields...)
	}
	p.writeHeaders(stream, false, head...)
	_ = p.framer.WriteData(stream, false, emptyMessage)
	p.writeHeaders(stream, true, tail...)
}
