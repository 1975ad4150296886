// Clients of the gateway: the operator's admin API, direct tool calls and MCP. For REST there is `@tenant-ops/client`.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

/** An answer that is not 2xx, with the gateway's `detail`. */
class HttpError extends Error {
  constructor(what, status, body) {
    super(`${what} answered ${status}: ${body?.detail ?? JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

const overloadRetriesMax = 10;

/** A request that the gateway refuses as `overloaded` was not carried out: it is sent again after `Retry-After`. */
async function request(url, { method = "POST", headers = {}, body } = {}) {
  const content = body && { body: JSON.stringify(body), headers: { "content-type": "application/json", ...headers } };
  for (let retries = 0; ; retries += 1) {
    const answer = await fetch(url, { method, headers, ...content, signal: AbortSignal.timeout(20_000) });
    const parsed = parseAnswer(await answer.text());
    if (answer.ok) return parsed;
    if (parsed?.error !== "overloaded" || retries === overloadRetriesMax)
      throw new HttpError(`${method} ${new URL(url).pathname}`, answer.status, parsed);
    await sleep(Number(answer.headers.get("retry-after") ?? 2) * 1000);
  }
}

function parseAnswer(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { detail: text.slice(0, 200) };
  }
}

export function createAdminClient(operatorUrl, operatorKey) {
  const headers = { authorization: `Bearer ${operatorKey}` };
  const withKey = () => ({ ...headers, "idempotency-key": randomUUID() });
  const url = (path) => `${operatorUrl}/v1/admin/businesses${path}`;
  return {
    createBusiness: (body) => request(url(""), { headers: withKey(), body }),
    createInvitation: (businessId, body) => request(url(`/${businessId}/invitations`), { headers: withKey(), body }),
    createKey: (businessId, body) => request(url(`/${businessId}/keys`), { headers: withKey(), body }),
  };
}

export function createTenantClient(gatewayUrl, { key, businessId }) {
  const mcp = (body, headers = {}) => request(`${gatewayUrl}/mcp`, { headers: { "x-api-key": key, ...headers }, body });
  const rpc = async (method, params) => {
    const accept = { accept: "application/json, text/event-stream" };
    const { result, error } = await mcp({ jsonrpc: "2.0", id: 1, method, params }, accept);
    if (error) throw new Error(`${method}: ${error.data?.detail ?? error.message}`);
    return result;
  };
  return {
    /** A direct call; the answer is the tool's own object. */
    call: (name, args = {}) => mcp({ name, arguments: args }),
    /** Calls the propose tool, then the writing tool with the proposal token. */
    proposeAndWrite: async (proposeTool, writingTool, args) => {
      const { proposal_token: token } = await mcp({ name: proposeTool, arguments: args });
      return mcp({ name: writingTool, arguments: { ...args, ...(token && { proposal_token: token }) } });
    },
    /** Only for the demo data, which the gateway's own seed fills in through the same functions. */
    rest: (method, path, body) => {
      const headers = { "x-api-key": key, "x-business-id": businessId, "idempotency-key": randomUUID() };
      return request(`${gatewayUrl}${path}`, { method, headers, body });
    },
    listToolNames: async () => (await rpc("tools/list", {})).tools.map(({ name }) => name),
    createToken: () => {
      const body = { grant_type: "client_credentials", client_id: businessId, client_secret: key };
      return request(`${gatewayUrl}/oauth/token`, { body });
    },
    /** A direct call with an access token instead of the key. */
    callWithToken: (token, name, args = {}) => {
      const headers = { authorization: `Bearer ${token}` };
      return request(`${gatewayUrl}/mcp`, { headers, body: { name, arguments: args } });
    },
  };
}
