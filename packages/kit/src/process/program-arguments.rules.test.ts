import { expect, test } from "vitest";
import { assertKnownArguments } from "./program-arguments.js";

test("a program takes the arguments that it knows", () => {
  for (const args of [
    [],
    ["--migrate"],
    ["--target", "all", "--reconcile", "--business", "biz_1"],
    ["--target=supply"],
  ])
    expect(() => assertKnownArguments(args)).not.toThrow();
});

test("an argument that is misspelt is named, with those that there are", () => {
  expect(() => assertKnownArguments(["--reconcil"])).toThrow(
    /^Unknown argument --reconcil\. There are --target, .*--migrate/,
  );
  expect(() => assertKnownArguments(["migrate"])).toThrow("Unknown argument migrate.");
});
