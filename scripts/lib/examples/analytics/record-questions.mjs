// Asks the questions of docs/analytics-questions.md over MCP, and renders the page with what was answered.
import { idPattern, toStableId } from "../normalize.mjs";
import { createBusinessWithHistory } from "./history.mjs";
import { questions } from "./questions.mjs";

/** So long that a row of an answer is one line. */
const lineLengthMax = 300;
const attemptsMax = 20;

/** See record-questions.d.mts. */
export async function recordQuestions(mesh) {
  const client = await connect(mesh.gatewayUrls[0], await createBusinessWithHistory(mesh));
  const sections = [];
  for (const { question, calls, sentence } of questions) {
    const answers = [];
    const parts = [];
    for (const { tool, given } of calls) {
      const args = typeof given === "function" ? given(answers) : given;
      answers.push(await ask(client, { name: tool, arguments: args }));
      parts.push(renderBlock(`${tool} ${renderJson(args)}\n\n${renderJson(answers.at(-1))}`));
    }
    checkNumbers(sentence, answers);
    sections.push([`## ${sections.length + 1}. ${question}`, ...parts, `**Agent:** ${sentence}`].join("\n\n"));
  }
  await client.close();
  return `${[introduction, ...sections.map(createStableIds())].join("\n\n")}\n`;
}

const introduction = `# Ten questions to analytics

<!-- Written by \`npm run examples\` from scripts/lib/examples/analytics. Do not edit. -->

What an owner asks on 28 November 2026, calls that answer it, and a sentence for the owner. Calls and sentences are chosen by the authors of
this page, the answers are recorded. It is one conversation: the agent reads once what can be counted. Asked alone, each of the other
questions needs that call as well, and stays within three calls. The answers are whole; \`other\` and \`total_rows\` say how much does not fit into \`limit\`.
[Analytics](analytics.md) explains the words. \`e2e/analytics-questions.test.ts\` asks again and compares.`;

async function connect(url, { key }) {
  // Imported here, because this file is also loaded before the packages are installed.
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const client = new Client({ name: "ten-questions", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { "X-API-Key": key } },
  });
  await client.connect(transport);
  // With the list the client checks each answer against the `outputSchema` of its tool.
  await client.listTools();
  return client;
}

/** On a busy machine a query can take longer than its two seconds; its error says that the same call may work later. */
async function ask(client, call) {
  for (let attempts = 1; ; attempts += 1) {
    const { structuredContent, content, isError, _meta } = await client.callTool(call);
    if (!isError) return structuredContent;
    if (!_meta?.retryable || attempts === attemptsMax) throw new Error(`${call.name}: ${content[0].text}`);
  }
}

/** An agent must not invent numbers: those of a sentence stand in the answers. */
function checkNumbers(sentence, answers) {
  const listNumbers = (text) => text.match(/\d+(?:\.\d+)?/g) ?? [];
  const known = new Set(listNumbers(JSON.stringify(answers)).flatMap((number) => [number, String(Number(number))]));
  const invented = listNumbers(sentence).filter((number) => !known.has(number));
  if (invented.length > 0) throw new Error(`no answer has ${invented.join(", ")}: ${sentence}`);
}

const renderBlock = (text) => `\`\`\`text\n${text}\n\`\`\``;

/** JSON with one line for whatever fits into it. */
function renderJson(value, indent = "") {
  const line = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, " ");
  if (line.length + indent.length <= lineLengthMax || typeof value !== "object") return line;
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const entries = Object.entries(value).map(
    ([name, entry]) => `${inner}${isList ? "" : `${JSON.stringify(name)}: `}${renderJson(entry, inner)}`,
  );
  const [open, close] = isList ? "[]" : "{}";
  return `${open}\n${entries.join(",\n")}\n${indent}${close}`;
}

/** Ids and cursors differ in each recording. */
function createStableIds() {
  const ids = new Map();
  return (text) =>
    text
      .replaceAll(idPattern, (id, prefix) => {
        if (!ids.has(id)) ids.set(id, toStableId(prefix, ids.size + 1));
        return ids.get(id);
      })
      .replaceAll(/("next_cursor": )"[^"]+"/g, '$1"MTAwLWV4YW1wbGU"');
}
