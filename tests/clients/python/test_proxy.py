"""The playbook over HTTP behind nginx, with the lines that the guide shows."""

import http.client
import json
import os
import pathlib
import re
import socket
import subprocess
import time
from collections.abc import Iterator

import pytest
from mcp import Client

GUIDE = pathlib.Path(__file__).parents[3] / "prompt-runtime/src/docs/guide/http.md"
HOST = "prompts.example.com"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port: int) -> None:
    for _ in range(300):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError(f"port {port} stays closed")


@pytest.fixture
def proxy(tmp_path: pathlib.Path) -> Iterator[int]:
    """The port of nginx, which forwards to the playbook."""
    lines = re.search(r"```text\n(location /mcp \{.*?\n\})\n```", GUIDE.read_text(), re.S)
    assert lines, "the guide has no lines for nginx"
    behind, front = free_port(), free_port()
    location = lines[1].replace("127.0.0.1:8000", f"127.0.0.1:{behind}")
    assert f":{behind};" in location
    config = tmp_path / "nginx.conf"
    config.write_text(
        f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/error.log;\n"
        "events {}\n"
        "http {\n"
        f"  access_log off; client_body_temp_path {tmp_path}/body; proxy_temp_path {tmp_path}/proxy;\n"
        f"  fastcgi_temp_path {tmp_path}/fastcgi; uwsgi_temp_path {tmp_path}/uwsgi; scgi_temp_path {tmp_path}/scgi;\n"
        f"  server {{ listen 127.0.0.1:{front};\n{location}\n}}\n"
        "}\n"
    )
    serve = [os.environ["PLAYBOOK"], "serve", "--http", f"127.0.0.1:{behind}", "--allow-host", HOST]
    with subprocess.Popen(serve) as server:
        with subprocess.Popen([os.environ["NGINX"], "-e", "stderr", "-c", str(config)]) as nginx:
            try:
                wait_for(behind)
                wait_for(front)
                yield front
            finally:
                nginx.terminate()
                server.terminate()


@pytest.mark.skipif("NGINX" not in os.environ, reason="nginx is not installed")
@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_a_client_reaches_the_prompts_through_nginx(proxy: int, mode: str) -> None:
    async with Client(f"http://localhost:{proxy}/mcp", mode=mode, read_timeout_seconds=30) as client:
        listed = await client.list_prompts()
        assert "code-review" in [prompt.name for prompt in listed.prompts]
        result = await client.get_prompt("code-review", {"diff": "+x"})
        assert "+x" in result.messages[-1].content.text


@pytest.mark.skipif("NGINX" not in os.environ, reason="nginx is not installed")
@pytest.mark.parametrize(("host", "status"), [(HOST, 200), ("other.example.com", 403)])
def test_nginx_forwards_the_host_that_the_server_checks(proxy: int, host: str, status: int) -> None:
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }
    connection = http.client.HTTPConnection("127.0.0.1", proxy, timeout=30)
    headers = {"Host": host, "Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    connection.request("POST", "/mcp", json.dumps(hello), headers)
    assert connection.getresponse().status == status
