import { expect, test } from "vitest";
import { chooseToolsets } from "../../tenant/toolsets.js";
import { getToolSet } from "../tools/catalog.js";
import { createToolFilter } from "../tools/tool-filter.js";
import { appsOfTools, chartApp, readChartApp } from "./chart-app.js";

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
