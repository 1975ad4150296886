import { expect, test } from "vitest";
import { createTestSettings, startTestGateway } from "../testing.js";

test.each([
  ["https://api.example.com", "max-age=31536000"],
  ["http://127.0.0.1", null],
])("with PUBLIC_URL %s, the Strict-Transport-Security of every answer is %s", async (url, expected) => {
  const gateway = await startTestGateway(createTestSettings({ PUBLIC_URL: url }));
  try {
    const requests = [
      ["GET", "/openapi.json"],
      ["GET", "/nowhere"],
      ["GET", "/%zz"],
      ["POST", "/mcp"],
      ["GET", "/flow/summer"],
      ["GET", "/v1/public/campaigns"],
      ["OPTIONS", "/mcp"],
    ] as const;
    const got = requests.map(async ([method, path]) =>
      (await gateway.request(method, path)).headers.get("strict-transport-security"),
    );
    expect(await Promise.all(got)).toEqual(requests.map(() => expected));
  } finally {
    await gateway.close();
  }
});
