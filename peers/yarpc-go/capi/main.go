// Command capi is the peer as a C archive: the protocol of peers/PROTOCOL.md, a frame's body at a
// time, without the frames. Both functions write at most `capacity` octets to `out`, which the
// caller owns, keep neither pointer, and return how many octets they had to write: if that is more
// than `capacity`, nothing was written. They may be called by several threads at once.
package main

// #include <stddef.h>
import "C"

import (
	"sync"
	"unsafe"

	"headerproof/peers/yarpc-go/converters"
)

// Room for answers, between calls.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

func deliver(body []byte, out unsafe.Pointer, capacity C.size_t) C.size_t {
	if C.size_t(len(body)) <= capacity {
		copy(unsafe.Slice((*byte)(out), len(body)), body)
	}
	return C.size_t(len(body))
}

// The greeting's body.
//
//export headerproof_yarpc_go_greeting
func headerproof_yarpc_go_greeting(out unsafe.Pointer, capacity C.size_t) C.size_t {
	return deliver(converters.AppendGreeting(nil), out, capacity)
}

// The body of the answer to a request's body; 0 if the request is malformed.
//
//export headerproof_yarpc_go_answer
func headerproof_yarpc_go_answer(body unsafe.Pointer, size C.size_t, out unsafe.Pointer, capacity C.size_t) C.size_t {
	room := rooms.Get().(*[]byte)
	defer rooms.Put(room)
	answer, err := converters.AppendAnswer((*room)[:0], unsafe.Slice((*byte)(body), int(size)))
	*room = answer
	if err != nil {
		return 0
	}
	return deliver(answer, out, capacity)
}

func main() {}
