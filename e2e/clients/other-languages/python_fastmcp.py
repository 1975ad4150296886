"""FastMCP for Python."""

import asyncio
import os
from typing import Any

from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport

from lines import answer_lines


class FastClient:
    def __init__(self, client: Client) -> None:
        self.client = client

    async def list_names(self) -> list[str]:
        return [tool.name for tool in await self.client.list_tools()]

    async def call(self, name: str, arguments: dict[str, Any]) -> tuple[str, Any, bool]:
        answer = await self.client.call_tool(name, arguments, raise_on_error=False)
        return answer.content[0].text, answer.structured_content, answer.is_error is True


async def main() -> None:
    transport = StreamableHttpTransport(os.environ["MCP_URL"], headers={"X-API-Key": os.environ["MCP_KEY"]})
    async with Client(transport) as client:
        await answer_lines(FastClient(client))


asyncio.run(main())
