// Command process is the peer as a process: it speaks the protocol of peers/PROTOCOL.md on its
// standard input and output.
package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"

	"headerproof/peers/yarpc-go/converters"
)

// A request frame's body has at most so many octets.
const mostOctets = 64 << 20

// writeFrame leaves an error to the next Flush, which returns it.
func writeFrame(out *bufio.Writer, body []byte) {
	_, _ = out.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(body))))
	_, _ = out.Write(body)
}

func readFrame(in *bufio.Reader, body []byte) ([]byte, error) {
	var size [4]byte
	if _, err := io.ReadFull(in, size[:]); err != nil {
		return nil, err
	}
	length := binary.LittleEndian.Uint32(size[:])
	if length > mostOctets {
		return nil, fmt.Errorf("a frame of %d octets", length)
	}
	if uint32(cap(body)) < length {
		body = make([]byte, length)
	}
	_, err := io.ReadFull(in, body[:length])
	return body[:length], err
}

func serve(in *bufio.Reader, out *bufio.Writer) error {
	writeFrame(out, converters.AppendGreeting(nil))
	var body, answer []byte
	for {
		// Answers wait while further requests are already here.
		if in.Buffered() == 0 {
			if err := out.Flush(); err != nil {
				return err
			}
		}
		var err error
		if body, err = readFrame(in, body); err == io.EOF {
			return out.Flush()
		} else if err != nil {
			return err
		}
		if answer, err = converters.AppendAnswer(answer[:0], body); err != nil {
			return err
		}
		writeFrame(out, answer)
	}
}

func main() {
	if err := serve(bufio.NewReaderSize(os.Stdin, 1<<16), bufio.NewWriterSize(os.Stdout, 1<<16)); err != nil {
		fmt.Fprintln(os.Stderr, "peer:", err)
		os.Exit(1)
	}
}
