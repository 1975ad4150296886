import { getAllMcpTools, MCPServerStreamableHttp, setTracingDisabled } from "@openai/agents";

/** OpenAI's Agents SDK. `strict` is its own conversion of the schemas to strict function calling. */
export async function connect({ url, headers }) {
  setTracingDisabled(true);
  const server = new MCPServerStreamableHttp({ url, name: "ops", requestInit: { headers } });
  await server.connect();
  return {
    listNames: async () => (await server.listTools()).map(({ name }) => name),
    call: async (name, args) => {
      const answer = await server.callTool(name, args);
      const { text } = Array.isArray(answer) ? answer[0] : answer.content[0];
      return { text, isError: /^\s*\{/.test(text) === false };
    },
    providers: ["strict", "not strict"],
    sendToProvider: async (mode) => {
      const isStrict = mode === "strict";
      const tools = await getAllMcpTools({ mcpServers: [server], convertSchemasToStrict: isStrict });
      return tools.filter((tool) => tool.strict === isStrict).length;
    },
    close: () => server.close(),
  };
}
