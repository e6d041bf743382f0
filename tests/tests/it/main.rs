//! Tests that need a built program or the compiler.

mod crates;
mod editor;
mod example_json_rpc_server;
mod example_rmcp_http;
mod example_rmcp_server;
mod example_rust_mcp_sdk_server;
mod link;
mod listen;
mod live_directory;
mod mcpb;
mod own_server;
mod pages;
mod prompt;
mod replicas;
mod rmcp_versions;
mod shells;
mod soak;
mod unread;
mod wire_code_review;
mod wire_elicitation;
mod wire_oracle;
