// node oauth.mjs: connects real clients by OAuth, as a person does who has only the address. `fetch` takes the place of the person's
// browser: it signs in with an invitation, opens the authorization URL of the client, and answers the page of consent.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signIn } from "./sign-in.mjs";

const { MCP_URL: url, BUSINESS_ID: businessId } = process.env;
const results = {};

async function check(name, run) {
  try {
    results[name] = await run();
  } catch (error) {
    results[name] = `no: ${String(error.message).slice(0, 160)}`;
    process.exitCode = 1;
  }
}

/** @returns the address to which the browser goes after the answer */
async function allow(authorizeUrl) {
  const headers = {
    cookie: (await signIn(businessId)).cookie,
    "sec-fetch-site": "same-origin",
    "accept-language": "en",
  };
  const authorize = await fetch(authorizeUrl, { redirect: "manual" });
  const connectUrl = authorize.headers.get("location");
  const page = await (await fetch(connectUrl, { headers })).text();
  const form = new URLSearchParams({ decision: "allow", access: "write" });
  form.set("consent", /name="consent" value="([^"]+)"/.exec(page)[1]);
  for (const [, area] of page.matchAll(/name="area"\s+value="([a-z]+)"/g)) form.append("area", area);
  const target = new URL("/connect", connectUrl);
  const answer = await fetch(target, { method: "POST", redirect: "manual", headers, body: form });
  assert.equal(answer.status, 303);
  return new URL(answer.headers.get("location"));
}

class MemoryProvider {
  redirectUrl = "http://127.0.0.1:9/callback";
  clientMetadata = { client_name: "Client matrix", redirect_uris: [this.redirectUrl] };
  state = () => "state";
  clientInformation = () => this.information;
  saveClientInformation = (information) => void (this.information = information);
  tokens = () => this.saved;
  saveTokens = (tokens) => void (this.saved = tokens);
  redirectToAuthorization = (to) => void (this.authorizeUrl = to);
  saveCodeVerifier = (verifier) => void (this.verifier = verifier);
  codeVerifier = () => this.verifier;
}

/** An SDK's transport throws until it is authorized; its provider then knows where the browser has to go. */
async function connectSdk({ Client, StreamableHTTPClientTransport }) {
  const provider = new MemoryProvider();
  const create = () => new StreamableHTTPClientTransport(new URL(url), { authProvider: provider });
  const [client, transport] = [new Client({ name: "client-matrix", version: "1.0.0" }), create()];
  await assert.rejects(client.connect(transport));
  const answer = await allow(provider.authorizeUrl);
  await transport.finishAuth(answer.searchParams);
  await client.connect(create());
  const { tools } = await client.listTools();
  await client.close();
  return `${tools.length} tools`;
}

await check("SDK 1", async () => {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const { StreamableHTTPClientTransport: Transport } =
    await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  class CodeTransport extends Transport {
    finishAuth = (answer) => super.finishAuth(answer.get("code"));
  }
  return connectSdk({ Client, StreamableHTTPClientTransport: CodeTransport });
});

await check("SDK 2", async () => connectSdk(await import("@modelcontextprotocol/client")));

await check("mcp-remote", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mcp-remote-"));
  const port = await findFreePort();
  const args = ["node_modules/.bin/mcp-remote", url, String(port), "--allow-http"];
  // No browser: it prints the address that it would open.
  const env = { ...process.env, MCP_REMOTE_CONFIG_DIR: folder, BROWSER: "none", PATH: join(process.execPath, "..") };
  const remote = spawn(process.execPath, args, { env, stdio: ["pipe", "pipe", "pipe"] });
  try {
    const authorizeUrl = await readUntil(remote.stderr, /(http\S+\/oauth\/authorize\?\S+)[^]*callback server running/);
    const callback = await fetch(await allow(authorizeUrl));
    assert.equal(callback.status, 200);
    const write = (message) => remote.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const clientInfo = { name: "client-matrix", version: "1.0.0" };
    write({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
    await readUntil(remote.stdout, /("id":1)/);
    write({ method: "notifications/initialized" });
    write({ id: 2, method: "tools/list", params: {} });
    const list = await readUntil(remote.stdout, /^(\{.*"id":2.*\})$/m);
    return `${JSON.parse(list).result.tools.length} tools`;
  } finally {
    remote.kill();
  }
});

async function findFreePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** @returns the first group of the pattern, as soon as the stream has it */
function readUntil(stream, pattern) {
  return new Promise((resolve, reject) => {
    let text = "";
    const timer = setTimeout(() => reject(new Error(`no ${pattern} in: ${text.slice(-300)}`)), 60_000);
    const read = (chunk) => {
      text += chunk;
      const [, found] = pattern.exec(text) ?? [];
      if (found === undefined) return;
      clearTimeout(timer);
      stream.off("data", read);
      resolve(found);
    };
    stream.setEncoding("utf8").on("data", read);
  });
}

process.stdout.write(`${JSON.stringify(results)}\n`);
process.exit();
