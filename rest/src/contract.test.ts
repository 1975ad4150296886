import { expect, test } from "vitest";
import { routes } from "./index.js";

test("every route has a name and a path of its own", () => {
  expect(routes.length).toBeGreaterThan(0);
  for (const describeRoute of [
    ({ id }: (typeof routes)[number]) => id,
    ({ method, path }: (typeof routes)[number]) => `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`,
  ]) {
    const names = routes.map(describeRoute);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  }
});
