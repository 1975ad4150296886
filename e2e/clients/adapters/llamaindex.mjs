import { mcp } from "@llamaindex/tools";

/** LlamaIndex. */
export async function connect({ url, headers }) {
  const server = mcp({ url, requestInit: { headers } });
  const tools = await server.tools();
  return {
    listNames: async () => tools.map(({ metadata }) => metadata.name),
    call: async (name, args) => {
      const answer = await tools.find(({ metadata }) => metadata.name === name).call(args);
      return { text: answer.content[0].text, structured: answer.structuredContent, isError: answer.isError === true };
    },
    close: () => server.cleanup(),
  };
}
