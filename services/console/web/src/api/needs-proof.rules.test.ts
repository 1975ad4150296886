import { personRoutes, routes } from "@tenant-ops/rest";
import { expect, test } from "vitest";
import { needsProof } from "./needs-proof.js";

test("the application asks for a proof before the operations that are refused without one, and before no other", () => {
  const ofPeople = [...routes, ...personRoutes].filter(({ caller }) => caller === "tenant" || caller === "person");
  const declared = ofPeople.filter(({ access }) => access?.needsProof).map(({ id }) => id);
  expect(declared.length).toBeGreaterThan(20);
  expect(new Set(needsProof)).toEqual(new Set(declared));
});
