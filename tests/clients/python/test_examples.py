"""The example servers of other libraries: the prompts of a registry beside a prompt of the
server's own, for the client of the Python SDK.
"""

import os
import pathlib

import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp_types import INVALID_PARAMS, PromptReference

# Version 1 of rust-mcp-sdk has no revision without a handshake, and version 2 no other.
MODES = {
    "json-rpc-server": ["legacy", "auto", "2026-07-28"],
    "rust-mcp-sdk-1-server": ["legacy", "auto"],
    "rust-mcp-sdk-server": ["auto", "2026-07-28"],
}
PROGRAMS = {pathlib.Path(path).name: path for path in os.environ["EXAMPLES"].split(":")}
CASES = [(name, mode) for name, modes in MODES.items() for mode in modes]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def test_every_example_has_its_modes() -> None:
    assert PROGRAMS.keys() == MODES.keys()


@pytest.mark.parametrize(("name", "mode"), CASES)
async def test_the_prompts_of_both_are_listed_rendered_and_completed(name: str, mode: str) -> None:
    server = StdioServerParameters(command=PROGRAMS[name], args=[])
    async with Client(server, mode=mode, read_timeout_seconds=30) as client:
        listed = {prompt.name: prompt for prompt in (await client.list_prompts()).prompts}
        assert "welcome" in listed
        welcome = await client.get_prompt("welcome", {})
        assert "colleague" in welcome.messages[0].content.text

        ours = next(prompt for prompt in listed.values() if prompt.arguments)
        with pytest.raises(MCPError) as refused:
            await client.get_prompt(ours.name, {})
        assert refused.value.code == INVALID_PARAMS
        given = {argument.name: "+1" for argument in ours.arguments if argument.required}
        answer = await client.get_prompt(ours.name, given)
        assert answer.messages[0].content.text.endswith("+1")

        with pytest.raises(MCPError) as unknown:
            await client.get_prompt("no-such-prompt", {})
        assert unknown.value.code == INVALID_PARAMS
        optional = next(argument for argument in ours.arguments if not argument.required)
        reference = PromptReference(type="ref/prompt", name=ours.name)
        found = await client.complete(reference, {"name": optional.name, "value": ""})
        assert found.completion.values
