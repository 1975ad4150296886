import { describe, expect, test } from "vitest";
import { listOfferedScopes, listRefusedScopes } from "./scopes.rules.js";

describe("the page of consent", () => {
  test("offers changes in the areas of a client that asks to read only", () => {
    expect(listOfferedScopes(["supply:read"])).toEqual(["supply:read", "supply:write"]);
  });

  test("offers no more than what was asked for to a client that asks for changes", () => {
    expect(listOfferedScopes(["supply:read", "supply:write", "flows:read"])).toEqual([
      "supply:read",
      "supply:write",
      "flows:read",
    ]);
  });
});

test.each([
  ["nothing, when all was allowed", ["supply:read"], ["supply:read"], []],
  ["the changes that were asked for", ["supply:read", "supply:write"], ["supply:read"], ["supply:write"]],
  ["the changes of an area that it may not read", ["supply:read"], [], ["supply:read", "supply:write"]],
  ["nothing of an area that was not asked for", ["supply:read"], ["supply:read", "supply:write"], []],
])("a person has refused %s", (_name, asked, allowed, refused) => {
  expect(listRefusedScopes(asked, allowed)).toEqual(refused);
});
