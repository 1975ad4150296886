import { keepAlive } from "@tenant-ops/kit/http";
import { expect, test } from "vitest";
import { createTestSettings, startTestGateway } from "../testing.js";

test("every answer tells its client a shorter time than the server keeps the connection", async () => {
  const gateway = await startTestGateway(createTestSettings());
  try {
    const paths = ["/openapi.json", "/nowhere", "/%zz", "/mcp", "/v1/public/campaigns"];
    const told = await Promise.all(
      paths.map(async (path) => (await gateway.request("GET", path)).headers.get("keep-alive")),
    );
    expect(told).toEqual(paths.map(() => "timeout=70"));
    expect(keepAlive.timeoutMs).toBeGreaterThan(70_000);
  } finally {
    await gateway.close();
  }
});
