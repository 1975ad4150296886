import { keepAlive } from "@tenant-ops/kit/http";
import { expect, test } from "vitest";
import { createTestSettings, startTestGateway } from "../testing.js";

test("every answer tells its client a shorter time than the server keeps the connection", async () => {
  const gateway = await startTestGateway(createTestSettings());
  try {
    for (const path of ["/openapi.json", "/nowhere", "/%zz", "/mcp", "/v1/public/campaigns"]) {
      const { headers } = await gateway.request("GET", path);
      const [, seconds] = /^timeout=(\d+)$/.exec(headers.get("keep-alive") ?? "") ?? [];
      expect(Number(seconds) * 1000, path).toBeLessThan(keepAlive.timeoutMs);
    }
  } finally {
    await gateway.close();
  }
});
