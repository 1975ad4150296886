"""Answers the lines of programs.mjs: {"op": "list"} and {"op": "call", "name", "arguments"}, with a line of JSON each."""

import asyncio
import json
import sys
from typing import Any, Protocol


class Client(Protocol):
    async def list_names(self) -> list[str]: ...

    async def call(self, name: str, arguments: dict[str, Any]) -> tuple[str, Any, bool]:
        """The text of the answer, its structured content, and whether it is an error."""
        ...


async def answer_lines(client: Client) -> None:
    while line := await asyncio.to_thread(sys.stdin.readline):
        request = json.loads(line)
        if request["op"] == "list":
            reply: object = await client.list_names()
        else:
            text, structured, is_error = await client.call(request["name"], request["arguments"])
            reply = {"text": text, "isError": is_error, **({"structured": structured} if structured else {})}
        print(json.dumps(reply), flush=True)
