import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestSettings, startTestGateway, type TestGateway } from "../testing.js";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway(
    createTestSettings({ TRUSTED_PROXIES: "127.0.0.1", RATE_FAILED_CREDENTIALS_PER_MINUTE: "3" }),
  );
});
afterAll(() => gateway.close());

/** How many wrong credentials the address of the caller may still send. */
async function guess(forwardedFor: string): Promise<number> {
  const headers = { "x-api-key": "svc_live_wrong", "x-forwarded-for": forwardedFor };
  return (await gateway.request("POST", "/mcp", { headers, body: {} })).status;
}

test("an entry of X-Forwarded-For that is no address is not used as the address of the caller", async () => {
  const statuses: number[] = [];
  // Each value would be a new caller with its own limit.
  for (const value of ["x", "y, z", "unknown", "<script>", "203.0.113.7, a"]) statuses.push(await guess(value));
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
  expect(await guess("203.0.113.7")).toBe(401);
});
