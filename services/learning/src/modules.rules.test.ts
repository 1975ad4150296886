import { describe, expect, test } from "vitest";
import { currentModule, missingModules, planModules } from "./modules.rules.js";

const module = (id: string, given: { order?: number; required?: boolean } = {}) => ({
  id,
  title: id,
  required: true,
  ...given,
});

describe("the modules of a course", () => {
  test("keep the sequence in which they were given, numbered from 1", () => {
    const planned = planModules([module("a"), module("b")]);
    expect(planned).toEqual([
      { id: "a", title: "a", order: 1, required: true },
      { id: "b", title: "b", order: 2, required: true },
    ]);
  });

  test("are sorted by order where it is given", () => {
    expect(planModules([module("b", { order: 20 }), module("a", { order: 10 })]).map(({ id }) => id)).toEqual([
      "a",
      "b",
    ]);
  });

  test("cannot carry one id twice", () => {
    expect(() => planModules([module("a"), module("a")])).toThrow('the id "a" is used twice');
  });

  test("hold a learner up only where they are required", () => {
    const modules = planModules([module("a"), module("extra", { required: false }), module("b")]);
    expect(missingModules(modules, ["a"]).map(({ id }) => id)).toEqual(["b"]);
    expect(currentModule(modules, ["a"])?.id).toBe("extra");
    expect(currentModule(modules, ["a", "b", "extra"])).toBeUndefined();
  });
});
