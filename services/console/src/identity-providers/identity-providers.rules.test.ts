import { expect, test } from "vitest";
import { endsSessions, isOfDomains } from "./identity-providers.rules.js";

test.each([
  ["luz@shop.example", true],
  ["luz@shop.example@evil.example", false],
  ["luz@evil.example@shop.example", false],
  ["shop.example", false],
  ["luz@sub.shop.example", false],
  ["luz@", false],
  ["@shop.example", false],
  ["luz maria@shop.example", false],
  ["luz,eva@shop.example", false],
  ["", false],
])("the address %j is one of shop.example: %j", (email, expected) => {
  expect(isOfDomains(email, ["shop.example"])).toBe(expected);
});

test.each([
  ["nothing", {}, false],
  ["a further domain", { domains: ["shop.example", "second.example", "third.example"] }, false],
  ["one domain less", { domains: ["shop.example"] }, true],
  ["another issuer", { issuer: "https://other.example" }, true],
  ["addresses that the provider has not verified", { acceptsMissingEmailVerified: false }, true],
])("sessions that the provider began end with %s changed or refused: %j", (_name, change, expected) => {
  const before = {
    issuer: "https://idp.example",
    domains: ["shop.example", "second.example"],
    acceptsMissingEmailVerified: true,
  };
  expect(endsSessions(before, { ...before, ...change })).toBe(expected);
});
