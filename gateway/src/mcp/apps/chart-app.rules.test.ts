import type { FastifyRequest } from "fastify";
import { describe, expect, test } from "vitest";
import { modernVersion, requireObject, createRpcRequest } from "../rpc-request.testing.js";
import { chooseToolsets } from "../../tenant/toolsets.js";
import { getToolSet } from "../tools/catalog.js";
import { createToolFilter } from "../tools/tool-filter.js";
import { appsOfTools, chartApp, readChartApp, showsApps } from "./chart-app.js";

const declare = (settings: unknown) =>
  requireObject(
    createRpcRequest(modernVersion, "tools/list", {
      _meta: {
        "io.modelcontextprotocol/clientCapabilities": {
          extensions: { "io.modelcontextprotocol/ui": settings as never },
        },
      },
    }).body,
  );

const requestWith = (headers: Record<string, string>) => ({ headers }) as unknown as FastifyRequest;

describe("a client", () => {
  test.each([
    [{ mimeTypes: ["text/html;profile=mcp-app"] }, true],
    [{ mimeTypes: ["text/html"] }, false],
    [{ mimeTypes: "text/html;profile=mcp-app" }, false],
    [{}, false],
    ["yes", false],
  ])("that declares %j shows pages: %s", (settings, shows) => {
    expect(showsApps(requestWith({}), declare(settings))).toBe(shows);
  });

  test("that declares nothing shows none", () => {
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    expect(showsApps(requestWith({}), list)).toBe(false);
    expect(showsApps(requestWith({ "mcp-session-id": "of another server" }), list)).toBe(false);
  });
});

test("every page of a tool exists, and only the list for clients that show pages names it", () => {
  const filter = createToolFilter(chooseToolsets([]), false);
  const [plain, withApps] = [getToolSet(["*"], filter), getToolSet(["*"], filter, true)];
  expect(JSON.stringify(plain.list)).not.toContain("ui://");
  const named = withApps.list.tools.filter(({ _meta }) => _meta);
  expect(named.map(({ name, _meta }) => [name, _meta])).toEqual(
    [...appsOfTools].map(([name, resourceUri]) => [name, { ui: { resourceUri } }]),
  );
  expect([...appsOfTools.values()]).toEqual([chartApp.uri]);
  expect(withApps.listText.text).toBe(JSON.stringify(withApps.list.tools));
});

test("the page is small, and has nothing of an origin", () => {
  const [content] = readChartApp().contents;
  const text = content && "text" in content ? content.text : "";
  expect(text.length).toBeGreaterThan(1000);
  expect(text.length).toBeLessThan(20_000);
  expect(text.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:|import|fetch\(|innerHTML|eval\(/);
});
