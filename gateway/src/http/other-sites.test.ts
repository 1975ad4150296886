// Requests of an agent that runs in a page of another site, such as the MCP Inspector.
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestSettings, startTestGateway, type TestGateway } from "../testing.js";
import { mcpPaths } from "./other-sites.js";

const origin = "http://localhost:6274";
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway(createTestSettings({ RATE_ANONYMOUS_PER_MINUTE: "200" }));
});
afterAll(() => gateway.close());

const readCors = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-")));

async function sendPreflight(path: string, method: string, names: string): Promise<Response> {
  const asked = { "access-control-request-method": method, "access-control-request-headers": names };
  return gateway.request("OPTIONS", path, { headers: { origin, ...asked } });
}

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "page", version: "1" } },
};

describe("a browser that sends a preflight request", () => {
  test.each([...mcpPaths, "/mcp/", "/oauth/token", "/oauth/revoke", "/oauth/register"])(
    "may send a token and the headers of the protocol to %s, and neither a key nor a cookie",
    async (path) => {
      const answer = await sendPreflight(path, "POST", "authorization,content-type,mcp-protocol-version");
      expect(answer.status).toBe(204);
      const cors = readCors(answer);
      expect(cors).toMatchObject({
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, POST",
        "access-control-max-age": "7200",
      });
      const allowed = cors["access-control-allow-headers"]?.toLowerCase().split(", ");
      for (const name of ["authorization", "content-type", "mcp-protocol-version", "mcp-session-id", "last-event-id"])
        expect(allowed).toContain(name);
      expect(allowed).not.toContain("x-api-key");
      expect(cors["access-control-allow-credentials"]).toBeUndefined();
    },
  );

  test.each(["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-authorization-server"])(
    "may read %s with the version of the protocol",
    async (path) => {
      const preflight = await sendPreflight(path, "GET", "mcp-protocol-version");
      expect(readCors(preflight)["access-control-allow-headers"]).toContain("MCP-Protocol-Version");
      const document = await gateway.request("GET", path, { headers: { origin } });
      expect([document.status, readCors(document)["access-control-allow-origin"]]).toEqual([200, "*"]);
    },
  );

  test.each(["/oauth/authorize", "/v1/public/supply/stocks", "/v1/console/session", "/connect", "/sign-in"])(
    "gets no permission for %s",
    async (path) => {
      const answer = await sendPreflight(path, "POST", "content-type");
      expect([answer.status >= 400, readCors(answer)]).toEqual([true, {}]);
    },
  );

  test("is limited like every request without a credential", async () => {
    const limited = await startTestGateway(createTestSettings({ RATE_ANONYMOUS_PER_MINUTE: "2" }));
    try {
      const send = () => limited.request("OPTIONS", "/mcp", { headers: { origin } });
      const statuses = [await send(), await send(), await send()].map(({ status }) => status);
      expect(statuses).toEqual([204, 204, 429]);
    } finally {
      await limited.close();
    }
  });
});

describe("a page of another site", () => {
  test("reads from the refusal of the MCP endpoint where it gets a token", async () => {
    const answer = await gateway.request("POST", "/mcp", { headers: { origin }, body: initialize });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toContain("/.well-known/oauth-protected-resource/mcp");
    expect(readCors(answer)).toEqual({
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "WWW-Authenticate, Retry-After, Mcp-Session-Id",
    });
  });

  test("uses the MCP endpoint with an access token, and learns that there is no stream", async () => {
    const { businessId, key } = await gateway.createTenant();
    const body = { grant_type: "client_credentials", client_id: businessId, client_secret: key };
    const token = (await (await gateway.request("POST", "/oauth/token", { body })).json()) as { access_token: string };
    const headers = { origin, authorization: `Bearer ${token.access_token}` };
    const answer = await gateway.request("POST", "/mcp", { headers, body: initialize });
    expect([answer.status, readCors(answer)["access-control-allow-origin"]]).toEqual([200, "*"]);
    const stream = await gateway.request("GET", "/mcp", { headers });
    expect([stream.status, readCors(stream)["access-control-allow-origin"]]).toEqual([405, "*"]);
  });

  test("can neither use a key nor exchange one for a token", async () => {
    const { businessId, key } = await gateway.createTenant();
    const call = await gateway.request("POST", "/mcp", { headers: { origin, "x-api-key": key }, body: initialize });
    expect([call.status, readCors(call)]).toEqual([403, {}]);
    const body = { grant_type: "client_credentials", client_id: businessId, client_secret: key };
    const exchange = await gateway.request("POST", "/oauth/token", { headers: { origin }, body });
    expect([exchange.status, await exchange.json()]).toEqual([
      400,
      expect.objectContaining({ error: "unauthorized_client" }),
    ]);
  });

  test("does not act with the session of a person, also when a request has its cookie", async () => {
    const app = { host: "app.example:1", cookie: `session=${"a".repeat(43)}`, "x-business-id": "biz_1" };
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { ...app, origin, "content-type": "application/json" };
      const sent = request(`${gateway.url}/mcp`, { method: "POST", headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on("error", reject).end(JSON.stringify(initialize));
    });
    expect(status).toBe(403);
  });
});
