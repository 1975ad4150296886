import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createMCPClient } from "@ai-sdk/mcp";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText } from "ai";
import { acceptNothing } from "../provider-requests.mjs";

const models = {
  google: (options) => createGoogleGenerativeAI(options)("gemini-2.5-pro"),
  openai: (options) => createOpenAI(options)("gpt-5"),
  anthropic: (options) => createAnthropic(options)("claude-sonnet-4-5"),
};

/** Vercel's AI SDK: its MCP client, and the requests that it would send to the providers of models. */
export async function connect({ url, headers }) {
  const client = await createMCPClient({ transport: { type: "http", url, headers } });
  const tools = await client.tools();
  return {
    listNames: async () => Object.keys(tools),
    call: async (name, args) => {
      const answer = await tools[name].execute(args, { toolCallId: "1", messages: [] });
      return { text: answer.content[0].text, structured: answer.structuredContent, isError: answer.isError === true };
    },
    providers: Object.keys(models),
    sendToProvider: (provider) =>
      acceptNothing((fetch) =>
        generateText({ model: models[provider]({ apiKey: "none", fetch }), tools, prompt: "Hello", maxRetries: 0 }),
      ),
    close: () => client.close(),
  };
}
