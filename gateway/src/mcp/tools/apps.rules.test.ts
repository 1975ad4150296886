import { expect, test } from "vitest";
import { chooseToolsets } from "../../tenant/toolsets.js";
import { getToolSet } from "./catalog.js";
import { createToolFilter } from "./tool-filter.js";
import { appsOfTools } from "./apps.js";

test("only the list for clients that show pages names the page of a tool", () => {
  const filter = createToolFilter(chooseToolsets([]), false);
  const [plain, withApps] = [getToolSet(["*"], filter), getToolSet(["*"], filter, true)];
  expect(JSON.stringify(plain.list)).not.toContain("ui://");
  const named = withApps.list.tools.filter(({ _meta }) => _meta);
  expect(named.map(({ name, _meta }) => [name, _meta])).toEqual(
    [...appsOfTools].map(([name, resourceUri]) => [name, { ui: { resourceUri } }]),
  );
  expect(withApps.listText.text).toBe(JSON.stringify(withApps.list.tools));
});
