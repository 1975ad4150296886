import { newId } from "@tenant-ops/kit/data";
import type { ProviderClaims } from "@tenant-ops/kit/oidc";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Membership } from "../members/members.rules.js";
import { startTestConsole, type TestConsole } from "../testing.js";
import { signInIdentity } from "./identity-providers.verbs.js";
import type { IdentityProvider } from "./identity-providers.rules.js";

let service: TestConsole;
beforeAll(async () => {
  service = await startTestConsole();
});
afterAll(() => service.close());

const createProvider = (): IdentityProvider => ({
  ...{ _id: newId("biz"), issuer: "https://idp.example", clientId: "c", clientSecret: "", domains: ["shop.example"] },
  ...{ role: "viewer", acceptsMissingEmailVerified: false, updatedAt: new Date() },
});

const luz: ProviderClaims = {
  ...{ subject: "luz-1", email: "luz@shop.example", isEmailVerified: true, name: "Luz" },
  authenticatedAt: undefined,
};

test("first sign-ins of one account at the same time are of one person", async () => {
  const { db } = service.running.context;
  const provider = createProvider();
  const signIn = signInIdentity(service.running.context);
  const people = await Promise.all([1, 2, 3, 4].map(() => signIn(provider, luz)));
  expect([new Set(people).size, people[0]]).toEqual([1, expect.stringMatching(/^per_/)]);
  expect(await db.shared<Membership>("memberships").countDocuments({ businessId: provider._id })).toBe(1);
  expect(await signIn(createProvider(), luz)).not.toBe(people[0]);
});
