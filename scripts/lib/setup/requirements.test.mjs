import { expect, test } from "vitest";
import { findFolderProblem, findNodeProblem } from "./requirements.mjs";

test.each(["18.20.4", "20.18.3", "16.0.0"])("Node.js %s is refused with a sentence", (version) => {
  expect(findNodeProblem(version)).toBe(
    `This is Node.js ${version}. Install Node.js 20.19 or newer, then run the command again.`,
  );
});

test.each(["20.19.0", "20.20.2", "22.0.0", "24.1.0"])("Node.js %s is accepted", (version) => {
  expect(findNodeProblem(version)).toBe("");
});

test("a folder that cannot be written is named in a sentence", () => {
  expect(findFolderProblem("/nowhere")).toContain("/nowhere cannot be written (ENOENT)");
});
