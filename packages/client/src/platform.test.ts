import { runInNewContext } from "node:vm";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { answerWrite, cutAfterWrite, startFaultServer } from "./fault-server.testing.js";

/** The globals of browsers and workers besides the language itself. Nothing of Node: no process, no Buffer, no require. */
const webPlatform = {
  AbortController,
  FormData,
  Headers,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  atob,
  btoa,
  clearTimeout,
  crypto,
  fetch,
  performance,
  queueMicrotask,
  setTimeout,
};

const program = `
  import { createClient, verifyWebhook } from "./index.js";
  export async function run(options, request) {
    const client = createClient(options);
    const stock = await client.supply.createStock({ productName: "Gloves", totalStock: 1, minStockAlert: 0 });
    const event = await verifyWebhook(request.body, request.headers, request.secret);
    return { stock, event };
  }
`;

test("the package is bundled for browsers without shims, and works where there is nothing of Node", async () => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: fileURLToPath(new URL(".", import.meta.url)), loader: "ts" },
    bundle: true,
    platform: "browser",
    format: "iife",
    globalName: "bundled",
    write: false,
    logLevel: "silent",
  });
  const server = await startFaultServer();
  server.plan(cutAfterWrite, answerWrite);
  const context: Record<string, unknown> = { ...webPlatform };
  context["globalThis"] = context;
  const secret = `whsec_${btoa("0123456789abcdef")}`;
  const body = JSON.stringify({ type: "webhook.ping", data: { endpointId: "whe_1" } });
  const { Webhook } = await import("standardwebhooks");
  const now = new Date();
  const headers = {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("evt_1", now, body),
  };
  context["options"] = { baseUrl: server.url, apiKey: "svc_live_1", businessId: "biz_1" };
  context["request"] = { body, headers, secret };
  const result: unknown = await runInNewContext(
    `${outputFiles[0]?.text ?? ""}; bundled.run(options, request)`,
    context,
  );
  await server.close();
  expect(result).toMatchObject({ stock: { _id: "stk_1" }, event: { type: "webhook.ping" } });
  expect(server.written).toBe(1);
});
