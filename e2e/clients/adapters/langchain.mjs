import { ChatAnthropic } from "@langchain/anthropic";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { ChatOpenAI } from "@langchain/openai";
import { acceptNothing } from "../provider-requests.mjs";

const options = { apiKey: "none", maxRetries: 0 };
const models = {
  google: () => new ChatGoogleGenerativeAI({ ...options, model: "gemini-2.5-pro" }),
  openai: () => new ChatOpenAI({ ...options, model: "gpt-5" }),
  anthropic: () => new ChatAnthropic({ ...options, model: "claude-sonnet-4-5" }),
};

/** LangChain: its MCP adapters, and the requests of its model classes. It throws refusals of tools as errors. */
export async function connect({ url, headers }) {
  const client = new MultiServerMCPClient({
    mcpServers: { ops: { transport: "http", url, headers } },
    useStandardContentBlocks: true,
  });
  const tools = await client.getTools();
  return {
    listNames: async () => tools.map(({ name }) => name),
    call: async (name, args) => {
      try {
        const answer = await tools.find((tool) => tool.name === name).invoke(args);
        return { text: typeof answer === "string" ? answer : answer.text, isError: false };
      } catch (error) {
        return { text: error.message, isError: true };
      }
    },
    providers: Object.keys(models),
    sendToProvider: (provider) => acceptNothing(() => models[provider]().bindTools(tools).invoke("Hello")),
    close: () => client.close(),
  };
}
