import { errorTable } from "@tenant-ops/kit/errors";
import { expect, test } from "vitest";
import { personRoutes, routes } from "./index.js";
import { ownRoutes } from "./openapi/own-routes.js";

test("every request that the error table names exists", () => {
  const known = [...routes, ...personRoutes, ...ownRoutes].map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const withoutNames = (request: string) => request.replaceAll(/\{\w+\}/g, "{}");
  const existing = new Set(known.map(withoutNames));
  const named = Object.values(errorTable).flatMap(({ remedy }) =>
    [...remedy.matchAll(/\b(?:GET|POST|PUT|PATCH|DELETE) \/[\w/{}.-]*[\w}]/g)].map(([request]) => request),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((request) => !existing.has(withoutNames(request)))).toEqual([]);
});
