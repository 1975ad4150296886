import { expect, test } from "vitest";
import { renderWebOperations } from "./web-operations.mjs";

const ofPerson = { id: "getMe", method: "GET", path: "/v1/console/me", caller: "person", access: {} };
const ofBusiness = {
  id: "renameIt",
  method: "PATCH",
  path: "/v1/console/businesses/{businessId}",
  caller: "person",
  idempotency: "accepted",
  access: { needsProof: true },
};

const linesOf = (files, name) => files[`services/console/web/src/api/operations/${name}.ts`].split("\n").slice(1, -1);

test("a route about people is called with its method and path, and with a key where it accepts one", () => {
  const files = renderWebOperations({ routes: [], personRoutes: [ofPerson, ofBusiness] });
  expect(linesOf(files, "person")).toEqual([
    'export const getMe = { id: "getMe", method: "GET", path: "/v1/console/me", takesKey: false } as const;',
  ]);
  expect(linesOf(files, "business")).toEqual([
    'export const renameIt = { id: "renameIt", method: "PATCH", path: "/v1/console/businesses/{businessId}", takesKey: true } as const;',
  ]);
});

test("a proof is asked for before the operations that are refused without one, and before no other", () => {
  const routes = [
    { ...ofBusiness, id: "deleteHook", caller: "tenant" },
    { ...ofBusiness, id: "deleteAll", caller: "operator" },
  ];
  const files = renderWebOperations({ routes, personRoutes: [ofPerson, ofBusiness] });
  expect(linesOf(files, "needs-proof").slice(1, -1)).toEqual(['  "deleteHook",', '  "renameIt",']);
});
