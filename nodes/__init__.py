"""The middle floor: what happens in a turn. One file a node: `retrieve_memory call_model execute_tools write_back`."""
