# Peers. Tests that need Go are named peer_yarpc_go, or peer_grpc_go (peers/CMakeLists.txt).
headerproof_test(peer_unicode DEPENDS headerproof_unicode)
headerproof_test(peer_process DEPENDS headerproof_peer_engines)
headerproof_test(peer_agree DEPENDS headerproof_peer_engines)
headerproof_test(peer_golden DEPENDS headerproof_peer_engines)
if(TARGET headerproof_yarpc_go)
  headerproof_test(peer_yarpc_go DEPENDS headerproof_yarpc_go headerproof_peer_engines)
  target_compile_definitions(peer_yarpc_go_test PRIVATE
                             HEADERPROOF_YARPC_GO_PEER="${HEADERPROOF_YARPC_GO_PEER}")
endif()
headerproof_test(peer_check)
add_dependencies(peer_check_test headerproof)
target_compile_definitions(peer_check_test PRIVATE HEADERPROOF_COMMAND="$<TARGET_FILE:headerproof>")
