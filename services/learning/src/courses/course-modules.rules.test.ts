import { describe, expect, test } from "vitest";
import { findCurrentModule, selectMissingModules, planModules } from "./course-modules.rules.js";

const moduleRequest = (id: string, given: { order?: number; required?: boolean } = {}) => ({
  id,
  title: id,
  required: true,
  ...given,
});

describe("the modules of a course", () => {
  test("without an order keep the order of the request, numbered from 1", () => {
    const planned = planModules([moduleRequest("a"), moduleRequest("b")]);
    expect(planned).toEqual([
      { id: "a", title: "a", order: 1, required: true },
      { id: "b", title: "b", order: 2, required: true },
    ]);
  });

  test("are sorted by order where it is given", () => {
    expect(
      planModules([moduleRequest("b", { order: 20 }), moduleRequest("a", { order: 10 })]).map(({ id }) => id),
    ).toEqual(["a", "b"]);
  });

  test("with the same id twice are refused", () => {
    expect(() => planModules([moduleRequest("a"), moduleRequest("a")])).toThrow('the id "a" is used twice');
  });

  test("are missing only when they are required", () => {
    const modules = planModules([moduleRequest("a"), moduleRequest("extra", { required: false }), moduleRequest("b")]);
    expect(selectMissingModules(modules, ["a"]).map(({ id }) => id)).toEqual(["b"]);
    expect(findCurrentModule(modules, ["a"])?.id).toBe("extra");
    expect(findCurrentModule(modules, ["a", "b", "extra"])).toBeUndefined();
  });
});
