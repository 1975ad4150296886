import { MCPClient } from "@mastra/mcp";

/** Mastra. It returns the structured answer, and throws refusals of tools as errors. */
export async function connect({ url, headers }) {
  const client = new MCPClient({ servers: { ops: { url: new URL(url), requestInit: { headers } } } });
  const tools = await client.listTools();
  return {
    listNames: async () => Object.keys(tools).map((name) => name.replace(/^ops_/, "")),
    call: async (name, args) => {
      try {
        const structured = await tools[`ops_${name}`].execute(args, {});
        return { text: JSON.stringify(structured), structured, isError: false };
      } catch (error) {
        return { text: error.message, isError: true };
      }
    },
    close: () => client.disconnect(),
  };
}
