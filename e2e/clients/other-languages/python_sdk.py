"""The official SDK for Python. It checks each answer against the outputSchema of its tool."""

import asyncio
import os
from typing import Any

from mcp import Client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

from lines import answer_lines


class SdkClient:
    def __init__(self, client: Client) -> None:
        self.client = client

    async def list_names(self) -> list[str]:
        return [tool.name for tool in (await self.client.list_tools()).tools]

    async def call(self, name: str, arguments: dict[str, Any]) -> tuple[str, Any, bool]:
        answer = await self.client.call_tool(name, arguments)
        return answer.content[0].text, answer.structured_content, answer.is_error is True


async def main() -> None:
    headers = {"X-API-Key": os.environ["MCP_KEY"]}
    async with create_mcp_http_client(headers=headers) as http_client:
        transport = streamable_http_client(os.environ["MCP_URL"], http_client=http_client)
        async with Client(transport) as client:
            await answer_lines(SdkClient(client))


asyncio.run(main())
