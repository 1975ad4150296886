import { tools } from "@tenant-ops/proto";
import { analyticsCollections } from "@tenant-ops/rest/analytics";
import { describe, expect, test } from "vitest";
import { chooseToolsets } from "../../tenant/toolsets.js";
import { findTool, getToolSet, type ToolSet } from "../tools/catalog.js";
import { createToolFilter } from "../tools/tool-filter.js";
import { embedResources, findCompleter, getPrompt, listPrompts, type RenderedPrompt } from "./prompts.js";

const everything: ToolSet = { ...getToolSet(["*"], createToolFilter(chooseToolsets([]), false)), has: () => true };
const only = (...names: string[]): ToolSet => ({ ...everything, has: (name) => names.includes(name) });

function requirePrompt(name: string): RenderedPrompt {
  const prompt = getPrompt(everything, name, { name: "x" });
  if (typeof prompt === "string") throw new Error(prompt);
  return prompt;
}

describe("prompts", () => {
  test("are the four of the specification, and one for analytics", () => {
    const names = listPrompts(everything).map(({ name }) => name);
    expect(names).toEqual([
      "withdraw_stock",
      "create_roulette",
      "launch_flow",
      "review_low_stock",
      "review_last_month",
    ]);
  });

  test("are offered only to callers who may use all of their tools", () => {
    const review = only("supply_get_low_stock_alerts", "supply_list_service_centers");
    expect(listPrompts(review).map(({ name }) => name)).toEqual(["review_low_stock"]);
    expect(getPrompt(review, "withdraw_stock", {})).toMatch(/No prompt is called "withdraw_stock"/);
    expect(findCompleter(review, "withdraw_stock", "stock_id")).toBeUndefined();
  });

  test("name only tools of the catalogue", () => {
    const areas = new Set<string>(tools.map(({ area }) => area));
    for (const { name, arguments: args } of listPrompts(everything)) {
      const given = Object.fromEntries((args ?? []).map((argument) => [argument.name, "x"]));
      const found = getPrompt(everything, name, given);
      const text = JSON.stringify(found);
      const mentioned = text.match(new RegExp(`\\b(?:${[...areas].join("|")})_[a-z_]+`, "g")) ?? [];
      expect(mentioned.length).toBeGreaterThan(0);
      for (const tool of mentioned) {
        if (areas.has(tool.split("_")[0] ?? "")) expect(findTool(tool)?.name).toBe(tool);
      }
    }
  });

  test("contain the given arguments, quoted, and refuse a missing required one", () => {
    const found = JSON.stringify(
      getPrompt(everything, "withdraw_stock", { quantity: "3", email: 'a"b', unknown: "x" }),
    );
    expect(found).toContain("quantity = ");
    expect(found).not.toContain("unknown");
    expect(getPrompt(everything, "create_roulette", { name: " " })).toBe("The prompt create_roulette needs name.");
  });

  test.each([
    ["withdraw_stock", ["service://supply/schema/withdrawals"]],
    ["create_roulette", ["service://roulettes/schema/gifts"]],
    ["launch_flow", ["service://flows/schema/schemas"]],
    ["review_low_stock", []],
    ["review_last_month", []],
  ])("%s contains the resources that it names", async (name, uris) => {
    const prompt = requirePrompt(name);
    const read = async (uri: string) => ({ contents: [{ uri, mimeType: "text/markdown", text: `# ${uri}` }] });
    const { messages } = await embedResources(prompt, read);
    const named = JSON.stringify(messages[0]).match(/service:\/\/[\w/]+/g) ?? [];
    expect(named).toEqual(uris);
    expect(messages.slice(1)).toEqual(
      uris.map((uri) => ({
        role: "user",
        content: { type: "resource", resource: { uri, mimeType: "text/markdown", text: `# ${uri}` } },
      })),
    );
  });

  test("are given without a resource that cannot be read", async () => {
    const prompt = requirePrompt("create_roulette");
    expect(await embedResources(prompt, async () => undefined)).toEqual(prompt.result);
  });

  test("complete words from a fixed list", async () => {
    const complete = findCompleter(everything, "launch_flow", "redirect_type");
    expect(await complete?.("", async () => undefined)).toEqual(["roulette", "course", "survey", "event", "url"]);
    expect(await complete?.("co", async () => undefined)).toEqual(["course"]);
    // Every collection of analytics can be reviewed.
    const completeCollection = findCompleter(everything, "review_last_month", "collection");
    expect(await completeCollection?.("", async () => undefined)).toEqual(analyticsCollections.map(({ name }) => name));
  });

  test("complete ids by the name of the record, and nothing when the list fails", async () => {
    const complete = findCompleter(everything, "withdraw_stock", "stock_id");
    const items = [
      { _id: "stk_1", productName: "Guantes" },
      { _id: "stk_2", productName: "Casco" },
    ];
    expect(await complete?.("guan", async () => ({ items }))).toEqual(["stk_1"]);
    expect(await complete?.("stk_2", async () => ({ items }))).toEqual(["stk_2"]);
    expect(await complete?.("", async () => undefined)).toEqual([]);
  });
});
