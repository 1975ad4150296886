import { expect, test } from "vitest";
import { createModuleId } from "./learning.rules.js";

test("a new module gets an id that no other module of the course has", () => {
  expect(createModuleId([])).toBe("m-1");
  expect(createModuleId(["m-2", "intro"])).toBe("m-3");
  expect(createModuleId(["m-3", "m-2"])).toBe("m-4");
});
