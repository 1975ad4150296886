import { MCPClient } from "@mastra/mcp";

/** Mastra. It hands the structured answer to the caller. */
export async function connect({ url, headers }) {
  const client = new MCPClient({ servers: { ops: { url: new URL(url), requestInit: { headers } } } });
  const tools = await client.listTools();
  return {
    listNames: async () => Object.keys(tools).map((name) => name.replace(/^ops_/, "")),
    call: async (name, args) => {
      const answer = await tools[`ops_${name}`].execute(args, {});
      return {
        text: answer.content?.[0]?.text ?? JSON.stringify(answer),
        isError: answer.isError === true || answer.error === true,
      };
    },
    close: () => client.disconnect(),
  };
}
