import { expect, test } from "vitest";
import { assertKnownArguments } from "./program-arguments.js";

test("a program takes the arguments that it knows", () => {
  for (const args of [
    [],
    ["--migrate"],
    ["--target", "all", "--reconcile", "--business", "biz_1"],
    ["--target=supply"],
    ["--reconcile", "--repair"],
    ["--reconcile", "--business=biz_1"],
  ])
    expect(() => assertKnownArguments(args)).not.toThrow();
});

test("an argument that is misspelt is named, with those that there are", () => {
  expect(() => assertKnownArguments(["--reconcil"])).toThrow(
    /^Unknown argument --reconcil\. There are --target, .*--migrate/,
  );
  expect(() => assertKnownArguments(["migrate"])).toThrow("Unknown argument migrate.");
});

test("an argument without effect is refused, so that a misspelt job does not start a serving process", () => {
  const refusals = [
    [["--migrate=true"], "--migrate takes no value, and got true."],
    [["--reconcile=1"], "--reconcile takes no value, and got 1."],
    [["--health="], "--health takes no value, and got an empty one."],
    [["--reconcile", "--repair=yes"], "--repair takes no value, and got yes."],
    [["--target"], "--target needs a value."],
    [["--target="], "--target needs a value."],
    [["--reconcile", "--business"], "--business needs a value."],
    [["--reconcile", "--business", "--repair"], "--business needs a value."],
    [["--repair"], "--repair needs --reconcile."],
    [["--business", "biz_1"], "--business needs --reconcile."],
    [
      ["--reconcile", "--business", "biz_1", "--repair"],
      "--repair repairs the counters of all businesses; leave --business out.",
    ],
    [["--migrate", "--business", "biz_1", "--repair"], "--business and --repair need --reconcile."],
  ] as const;
  for (const [args, sentence] of refusals) expect(() => assertKnownArguments(args)).toThrow(new Error(sentence));
});
