// The page that hosts of MCP Apps show for a result of analytics_query, in a browser, with a host that does only what SEP-1865 says.
import { findAccessibilityProblems, getBrowser } from "@tenant-ops/kit/testing/browser";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser, takePicture } from "./support/browser/console-browser.js";
import { legacyVersions, modernVersion, sendRpc } from "./support/calls/transports.js";
import { createSeededTenant, type SeededTenant } from "./support/records/seeded-tenants.js";
import { type TestMesh, useSharedMesh } from "./support/mesh/test-mesh.js";

const uri = "ui://analytics/chart.html";
const mimeType = "text/html;profile=mcp-app";
const declared = {
  "io.modelcontextprotocol/clientCapabilities": {
    extensions: { "io.modelcontextprotocol/ui": { mimeTypes: [mimeType] } },
  },
};

interface ListedTool {
  name: string;
  _meta?: unknown;
}
type Numbers = Record<string, number>;
interface ToolResult {
  content: unknown[];
  structuredContent?: { totals: Numbers; rows: { metrics: Numbers }[] } & Record<string, unknown>;
  isError?: boolean;
}

describeInBrowser("the chart page for hosts", () => {
  let testMesh: TestMesh;
  let tenant: SeededTenant;
  let html: string;
  beforeAll(async () => {
    testMesh = await useSharedMesh();
    tenant = await createSeededTenant(testMesh);
    const { contents } = await ask<{ contents: { text: string }[] }>("resources/read", { uri });
    html = contents[0]?.text ?? "";
  });

  async function ask<Result>(method: string, params: Record<string, unknown>, version = modernVersion) {
    const { body } = await sendRpc(version, testMesh.url, tenant, method, params);
    return body["result"] as Result;
  }
  const query = (args: object) =>
    ask<ToolResult>("tools/call", { name: "analytics_query", arguments: { collection: "withdrawals", ...args } });

  /** A window of a host that has loaded the page into a sandbox, and has answered its greeting. */
  async function openInHost(context: object, result: ToolResult): Promise<{ page: Page; requests: string[] }> {
    const browser = await getBrowser();
    const page = await (await browser.newContext({ viewport: { width: 640, height: 900 } })).newPage();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.setContent(
      '<!doctype html><html lang="en"><title>Host</title><body><iframe title="app" width="600" height="800" sandbox="allow-scripts"></iframe>',
    );
    await page.evaluate(`(${runHost})(${JSON.stringify({ html, context, result })})`);
    return { page, requests };
  }

  test("is named by the tool only to clients that say they show such pages, and costs the others nothing", async () => {
    const findTool = async (params: Record<string, unknown>, version?: string) => {
      const { tools } = await ask<{ tools: ListedTool[] }>("tools/list", params, version);
      return tools.filter((tool) => tool._meta !== undefined);
    };
    expect(await findTool({ _meta: declared })).toEqual([
      expect.objectContaining({ name: "analytics_query", _meta: { ui: { resourceUri: uri } } }),
    ]);
    expect(await findTool({})).toEqual([]);
    for (const version of legacyVersions) expect(await findTool({}, version)).toEqual([]);
    const { resources } = await ask<{ resources: { uri: string }[] }>("resources/list", { _meta: declared });
    expect(resources.map((resource) => resource.uri)).not.toContain(uri);
  });

  test("is read as HTML of the extension, names no origin, and needs the right to read analytics", async () => {
    for (const version of [modernVersion, ...legacyVersions]) {
      expect(await ask("resources/read", { uri }, version)).toMatchObject({
        contents: [{ uri, mimeType, _meta: { ui: { csp: {}, prefersBorder: true } } }],
      });
    }
    // Everything it may load stands in it.
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
    const other = await testMesh.createBusiness({ scopes: ["supply:read"] });
    const { status } = await sendRpc(modernVersion, testMesh.url, other, "resources/read", { uri });
    expect(status).toBe(403);
  });

  test("draws the numbers of the result by time, and asks nobody for anything", async () => {
    const result = await query({ metrics: ["units", "count"], last_days: 30, compare: "previous_period" });
    const { page, requests } = await openInHost({ theme: "light", locale: "es-MX" }, result);
    const app = page.frameLocator("iframe");
    await app.getByText("zona horaria", { exact: false }).first().waitFor();
    const { totals = {}, rows = [] } = result.structuredContent ?? {};
    expect(totals["units"]).toBeGreaterThan(0);
    expect(await app.locator(".numbers strong").allInnerTexts()).toEqual([`${totals["units"]}`, `${totals["count"]}`]);
    expect(await app.locator("section svg[role=img]").count()).toBe(2);
    const bars = rows.filter(({ metrics }) => (metrics["units"] ?? 0) > 0).length;
    expect(await app.locator("section svg[role=img]").first().locator("rect").count()).toBe(bars);
    await app.locator("summary").click();
    expect(await app.locator("tbody tr").count()).toBe(rows.length + 1);
    // No English word of our own, and none of the server's notice.
    expect(await app.locator("main").innerText()).not.toMatch(/range is not over|Time zone|Total:/);
    expect(await app.locator("html").getAttribute("lang")).toBe("es");
    expect(requests.filter((url) => /^https?:/.test(url))).toEqual([]);
    await takePicture(page, "app-time");
    await page.context().close();
  });

  test.each(["light", "dark"])("is accessible when it is %s", async (theme) => {
    const result = await query({ metrics: ["units", "count"], last_days: 30, compare: "previous_period" });
    const browser = await getBrowser();
    const page = await (await browser.newContext({ viewport: { width: 390, height: 900 } })).newPage();
    // axe reads no sandboxed frame, so the page is its own host here.
    await page.setContent(html);
    const post = (message: object) =>
      page.evaluate(`postMessage(${JSON.stringify({ jsonrpc: "2.0", ...message })}, "*")`);
    await post({ method: "ui/notifications/host-context-changed", params: { theme } });
    await post({ method: "ui/notifications/tool-result", params: result });
    await page.locator("summary").click();
    await page.getByRole("table").waitFor();
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await takePicture(page, `app-${theme}`);
    await page.context().close();
  });

  test("draws groups by their names, as text; dark when the host is, with the colours of the host", async () => {
    const result = await query({ metrics: ["units"], group_by: ["product", "center"], interval: "none" });
    const [row] = result.structuredContent?.rows ?? [];
    const hostile = '<img src="https://example.com/x" onerror="parent.postMessage(1)">';
    const named = {
      ...row,
      dimensions: { product: { value: "stk_1", label: hostile } },
      metrics: { units: 5 },
      previous: {},
    };
    const rows = [...(result.structuredContent?.rows ?? []), named];
    const styles = {
      variables: { "--color-text-primary": "rgb(1, 2, 3)", "--color-x": 'url("https://example.com/y")' },
    };
    const { page, requests } = await openInHost(
      { theme: "dark", styles },
      { ...result, structuredContent: { ...result.structuredContent!, rows } },
    );
    const app = page.frameLocator("iframe");
    await app.locator(".ranked").getByText("Gloves", { exact: false }).first().waitFor();
    expect(await app.locator(".ranked").getByText(hostile).count()).toBe(1);
    expect(await app.locator("img").count()).toBe(0);
    const color = (name: string) => page.frames().at(-1)!.evaluate(`getComputedStyle(document.body).${name}`);
    expect(await color("color")).toBe("rgb(1, 2, 3)");
    expect(await color("backgroundColor")).toBe("rgb(24, 28, 48)");
    expect(requests.filter((url) => /^https?:/.test(url))).toEqual([]);
    await takePicture(page, "app-groups");
    await page.context().close();
  });

  test("shows the table where there is no chart, and says beside a chart how many rows are not in it", async () => {
    const grouped = await query({ metrics: ["units"], group_by: ["product"], interval: "day", last_days: 30 });
    const rows = Array.from({ length: 20 }, () => grouped.structuredContent!.rows[0]!);
    const cut = await query({ metrics: ["units"], interval: "day", last_days: 30, limit: 20 });
    const host = { locale: "en" };
    const { page } = await openInHost(host, { ...grouped, structuredContent: { ...grouped.structuredContent!, rows } });
    const table = page.frameLocator("iframe").getByRole("table");
    await table.waitFor();
    expect(await table.getByRole("row").count()).toBe(22);
    const { page: second } = await openInHost(host, cut);
    const left = second.frameLocator("iframe").getByText("Others: 10");
    await left.waitFor();
    expect(await left.count()).toBe(1);
    for (const one of [page, second]) await one.context().close();
  });

  test("tells the host its size, answers its requests, and says when nothing was counted or nothing can be read", async () => {
    const nothing = await query({ metrics: ["units"], date_from: "2020-01-01", date_to: "2020-01-02" });
    const { page } = await openInHost({ locale: "pt-BR" }, nothing);
    const app = page.frameLocator("iframe");
    await app.getByText("Nada foi contado").waitFor();
    const read = () =>
      page.evaluate("window.received") as Promise<{ method?: string; id?: unknown; params?: object }[]>;
    await expect
      .poll(async () => (await read()).some(({ method }) => method === "ui/notifications/size-changed"))
      .toBe(true);
    const methods = (await read()).map(({ method }) => method);
    expect(methods.filter((method) => method?.startsWith("ui/init") || method?.endsWith("initialized"))).toEqual([
      "ui/initialize",
      "ui/notifications/initialized",
    ]);
    await page.evaluate('window.post({ id: "bye", method: "ui/resource-teardown", params: { reason: "closed" } })');
    await expect.poll(async () => (await read()).some(({ id }) => id === "bye")).toBe(true);
    const failed = { content: [{ type: "text", text: "refused" }], isError: true };
    await page.evaluate(`window.post({ method: "ui/notifications/tool-result", params: ${JSON.stringify(failed)} })`);
    await app.getByRole("alert").waitFor();
    await page.context().close();
  });
});

/** What a host does, in its window. A text, because the tests know no DOM. */
const runHost = `({ html, context, result }) => {
  const frame = document.querySelector("iframe");
  window.received = [];
  window.post = (message) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
  addEventListener("message", ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    window.received.push(data);
    if (data.method === "ui/initialize")
      window.post({ id: data.id, result: { protocolVersion: "2026-01-26", hostInfo: { name: "test", version: "1" }, hostCapabilities: {}, hostContext: context } });
    if (data.method === "ui/notifications/initialized") {
      window.post({ method: "ui/notifications/tool-input", params: { arguments: {} } });
      window.post({ method: "ui/notifications/tool-result", params: result });
    }
  });
  frame.srcdoc = html;
}`;
