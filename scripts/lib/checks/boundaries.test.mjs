import { expect, test } from "vitest";
import { findUnknownBoundaries, listUnknown } from "./boundaries.mjs";

const guard = (folder, regex) => ({
  files: [`${folder}/**`],
  rules: { "no-restricted-imports": ["error", { patterns: [{ regex }] }] },
});

test("a boundary that guards or names what does not exist is reported, in each form of the configurations", () => {
  const there = [
    "kit/src/data",
    "kit/src/rpc",
    "gateway/src/mcp/tools",
    "gateway/src/rest",
    "hooks/src/lanes",
    "hooks/src/hooks.ts",
  ];
  const overrides = [
    guard("kit/src/gone", "^(?:\\.\\./)+(data|rpc|lost)/"),
    guard("gateway/src/mcp/tools", "^\\.\\./\\.\\./(rest|missing)/"),
    guard("hooks/src/lanes", "^\\.\\./((lanes|security)/|(hooks|metrics)\\.js$)"),
  ];
  expect(listUnknown("x.json", { overrides }, (path) => there.includes(path))).toEqual(
    ["kit/src/gone", "kit/src/lost", "gateway/src/missing", "hooks/src/security", "hooks/src/metrics.ts"].map(
      (path) => `x.json: ${path} does not exist`,
    ),
  );
});

test("every boundary of this repository guards and names what exists", async () => {
  expect(await findUnknownBoundaries()).toEqual([]);
});
