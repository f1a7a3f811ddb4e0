module headerproof/peers/grpc-go

go 1.23.0

require (
	golang.org/x/net v0.0.0-20190311183353-d8887717615a
	google.golang.org/grpc v1.38.1
)

require (
	github.com/golang/protobuf v1.4.2 // indirect
	golang.org/x/sys v0.0.0-20190215142949-d0b11bdaac8a // indirect
	golang.org/x/text v0.3.0 // indirect
	google.golang.org/genproto v0.0.0-20200526211855-cb27e3aa2013 // indirect
	google.golang.org/protobuf v1.25.0 // indirect
)
