"""What takes more than one message, with the prompts of the conformance suite over
stdio: pages, a set that changes, and a prompt that asks its person.
"""

import os

import anyio
import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp_types import INVALID_PARAMS, ElicitRequestParams, ElicitResult, PromptListChangedNotification

MODES = ["legacy", "auto", "2026-07-28"]
ASKING = "test_input_required_result_prompt"
FIXED = [
    ASKING,
    "test_prompt_with_arguments",
    "test_prompt_with_embedded_resource",
    "test_prompt_with_image",
    "test_simple_prompt",
]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(params=MODES)
def mode(request: pytest.FixtureRequest) -> str:
    return request.param


def client(mode: str, **callbacks: object) -> Client:
    server = StdioServerParameters(
        command=os.environ["CONFORMANCE"], args=["serve"], env={"PAGE_SIZE": "2"}
    )
    return Client(server, mode=mode, read_timeout_seconds=30, **callbacks)


async def names(asking: Client) -> list[str]:
    found, cursor = [], None
    while True:
        page = await asking.list_prompts(cursor=cursor)
        assert len(page.prompts) <= 2
        found += [prompt.name for prompt in page.prompts]
        cursor = page.next_cursor
        if cursor is None:
            return found


async def test_pages_hold_each_prompt_once(mode: str) -> None:
    async with client(mode) as asking:
        assert await names(asking) == FIXED


async def test_a_cursor_that_the_server_did_not_give_is_invalid_params(mode: str) -> None:
    async with client(mode) as asking:
        for cursor in ["", "2", "bm9uZQ"]:
            with pytest.raises(MCPError) as refused:
                await asking.list_prompts(cursor=cursor)
            assert refused.value.code == INVALID_PARAMS


async def test_a_change_is_told_on_the_connection_before_2026_07_28() -> None:
    changed = anyio.Event()

    async def heard(message: object) -> None:
        if isinstance(message, PromptListChangedNotification):
            changed.set()

    async with client("legacy", message_handler=heard) as asking:
        assert asking.server_capabilities.prompts.list_changed
        await asking.call_tool("test_trigger_prompt_change", {})
        with anyio.fail_after(10):
            await changed.wait()
        assert await names(asking) == sorted([*FIXED, "test_changed_prompt"])


@pytest.mark.parametrize("mode", ["auto", "2026-07-28"])
async def test_a_change_is_told_to_who_listens_from_2026_07_28_on(mode: str) -> None:
    async with client(mode) as asking:
        async with asking.listen(prompts_list_changed=True) as changes:
            assert changes.honored.prompts_list_changed
            await asking.call_tool("test_trigger_prompt_change", {})
            with anyio.fail_after(10):
                await anext(aiter(changes))
        assert await names(asking) == sorted([*FIXED, "test_changed_prompt"])


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (ElicitResult(action="accept", content={"context": "a café"}), "Prompt with context: a café"),
        (ElicitResult(action="decline"), "Prompt without context."),
        (ElicitResult(action="cancel"), "Prompt without context."),
    ],
)
async def test_a_prompt_asks_and_goes_on_with_the_answer(mode: str, answer: ElicitResult, text: str) -> None:
    asked: list[ElicitRequestParams] = []

    async def person(_: object, params: ElicitRequestParams) -> ElicitResult:
        asked.append(params)
        return answer

    async with client(mode, elicitation_callback=person) as asking:
        result = await asking.get_prompt(ASKING, {})
    assert [message.content.text for message in result.messages] == [text]
    [question] = asked
    assert question.message == "What context should the prompt use?"
    assert question.requested_schema == {
        "type": "object",
        "properties": {"context": {"type": "string"}},
        "required": ["context"],
    }


async def test_a_client_that_cannot_ask_is_told_so(mode: str) -> None:
    async with client(mode) as asking:
        with pytest.raises(MCPError) as refused:
            await asking.get_prompt(ASKING, {})
        assert "elicitation" in refused.value.message
        assert (await asking.get_prompt("test_simple_prompt", {})).messages
