use prompt_rmcp::v3::PromptServer;
use prompt_runtime::PromptRegistry;

async fn http(registry: PromptRegistry) -> Result<(), Box<dyn std::error::Error>> {
    let server = registry.mount(PromptServer::new("library", "1.0.0"));
    server.serve_http("127.0.0.1:8080").await?;
    Ok(())
}

async fn tools(registry: PromptRegistry) -> Result<(), Box<dyn std::error::Error>> {
    let server = registry.mount(PromptServer::new("library", "1.0.0")).with_prompt_tools();
    server.serve_http("127.0.0.1:8080").await?;
    Ok(())
}

fn main() {}
