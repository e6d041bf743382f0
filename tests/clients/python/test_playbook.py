"""The playbook over stdio, asked by the Python SDK's own client in each of its modes.

The client checks every reply against the models of the negotiated revision, so a
reply that gets this far also has the right shape.
"""

import os

import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp_types import INVALID_PARAMS, GetPromptResult, PromptReference

NEGOTIATED = {"legacy": "2025-11-25", "auto": "2026-07-28", "2026-07-28": "2026-07-28"}
DIFF = "--- a/lib.rs\n+++ b/lib.rs\n@@ -1 +1 @@\n-let x = a.unwrap();\n+let x = {a}?; // \"{strictness}\" 日本 \\n\n"
CODE_REVIEW = PromptReference(type="ref/prompt", name="code-review")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(params=NEGOTIATED)
def client(request: pytest.FixtureRequest) -> Client:
    server = StdioServerParameters(command=os.environ["PLAYBOOK"], args=["serve"])
    return Client(server, mode=request.param, read_timeout_seconds=30)


def only_text(result: GetPromptResult) -> tuple[str, str]:
    [message] = result.messages
    assert message.content.type == "text"
    return message.role, message.content.text


async def test_negotiates_the_revision_of_its_mode(client: Client) -> None:
    async with client:
        assert client.protocol_version == NEGOTIATED[client.mode]


# A client that pins its revision asks for no capabilities.
@pytest.mark.parametrize("client", ["legacy", "auto"], indirect=True)
async def test_declares_prompts_and_completions(client: Client) -> None:
    async with client:
        assert client.server_capabilities.prompts is not None
        assert client.server_capabilities.completions is not None


async def test_lists_prompts_with_code_review_among_them(client: Client) -> None:
    async with client:
        listed = (await client.list_prompts()).prompts
    names = [prompt.name for prompt in listed]
    assert names == sorted(names)
    [review] = [prompt for prompt in listed if prompt.name == "code-review"]
    assert review.title == "Code review"
    assert [(argument.name, argument.required) for argument in review.arguments] == [
        ("strictness", False),
        ("diff", True),
    ]
    for prompt in listed:
        assert prompt.description, f"{prompt.name} has no description"
        for argument in prompt.arguments:
            assert argument.description, f"{prompt.name}.{argument.name} has no description"


async def test_gets_a_strict_code_review(client: Client) -> None:
    async with client:
        result = await client.get_prompt("code-review", {"strictness": "strict", "diff": DIFF})
    assert result.description == "A strict code review of the provided diff"
    assert only_text(result) == (
        "user",
        "Review this diff strictly against our team's standards "
        "(null-safety, test coverage, no unused imports):\n\n" + DIFF,
    )


async def test_an_absent_strictness_is_normal(client: Client) -> None:
    async with client:
        result = await client.get_prompt("code-review", {"diff": "+1"})
    assert result.description == "A normal code review of the provided diff"


async def test_an_unknown_prompt_is_invalid_params(client: Client) -> None:
    async with client:
        with pytest.raises(MCPError) as refused:
            await client.get_prompt("no-such-prompt", {})
    assert refused.value.code == INVALID_PARAMS
    assert "no-such-prompt" in refused.value.message


async def test_a_missing_diff_is_invalid_params_and_named(client: Client) -> None:
    async with client:
        with pytest.raises(MCPError) as refused:
            await client.get_prompt("code-review", {"strictness": "strict"})
        again = await client.get_prompt("code-review", {"diff": "+1"})
    assert refused.value.code == INVALID_PARAMS
    assert "diff" in refused.value.message
    assert again.messages, "the server answers after an error"


@pytest.mark.parametrize(
    ("typed", "values"),
    [("", ["normal", "lenient", "strict"]), ("str", ["strict"]), ("no", ["normal"]), ("zzz", [])],
)
async def test_completes_strictness(client: Client, typed: str, values: list[str]) -> None:
    async with client:
        result = await client.complete(CODE_REVIEW, {"name": "strictness", "value": typed})
    assert result.completion.values == values
    assert not result.completion.has_more


async def test_completion_of_an_unknown_prompt_is_invalid_params(client: Client) -> None:
    async with client:
        with pytest.raises(MCPError) as refused:
            await client.complete(
                PromptReference(type="ref/prompt", name="no-such-prompt"), {"name": "diff", "value": ""}
            )
    assert refused.value.code == INVALID_PARAMS
