import { createPassVerifier } from "@tenant-ops/kit/call";
import { newId } from "@tenant-ops/kit/data";
import { listPhoneSpellings, normalizeEmail } from "@tenant-ops/kit/texts";
import { PersonDataService } from "@tenant-ops/proto/common";
import { beforeAll, expect, test } from "vitest";
import { createActiveFlow, createVisitor, type FlowsTenant, shareTestFlows, type SharedTestFlows } from "../testing.js";

let flows: SharedTestFlows;
beforeAll(async () => void (flows = await shareTestFlows()));

type Kind = "email" | "phone";

/** Registers a visitor for each answer, and returns how many persons they are for the roulette. */
async function countPersons(tenant: FlowsTenant, kind: Kind, answers: readonly string[]): Promise<number> {
  const id = flows.roulettes.addTarget(tenant, newId("rlt"));
  const registrationFields = [{ text: "Contacto", value: "contact", type: kind, isRequired: true }];
  const redirect = { redirectType: "roulette", redirectTargetId: id };
  const slug = await createActiveFlow(tenant, { registrationFields, ...redirect });
  const visitorIds = new Set<string | undefined>();
  for (const contact of answers) {
    const response = await createVisitor(flows).submit(slug, { contact });
    const token = new URL(response.headers.get("location") ?? "").searchParams.get("pass") ?? "";
    visitorIds.add(createPassVerifier(flows.publicKeys)(token, { type: "roulette", id })?.visitorId);
  }
  return visitorIds.size;
}

/** How many registrations a request about the person finds. */
async function countFound(tenant: FlowsTenant, names: { emails: string[] } | { phones: string[] }): Promise<number> {
  const { found, position } = await tenant.rpcOf(PersonDataService).findPerson({ names });
  expect(position).toBe("");
  return found.find(({ collection }) => collection === "registrations")?.records ?? 0;
}

test.each([
  ["MX", ["55 1234 5678", "+52 55 1234 5678", "+52 1 55 1234 5678", "\u202A+52 55\u20111234\u20115678\u202C"]],
  ["BR", ["+55 11 98765-4321", "+55 11 8765-4321", "(11) 98765-4321"]],
  ["AR", ["+54 9 11 2345-6789", "+54 11 2345-6789", "011 15 2345-6789"]],
])(
  "a phone in %s is one person in all its spellings, and a request in each of them finds all",
  async (country, all) => {
    const tenant = flows.newTenant({ country });
    expect(await countPersons(tenant, "phone", all)).toBe(1);
    for (const one of all)
      expect(await countFound(tenant, { phones: listPhoneSpellings(one, country) })).toBe(all.length);
  },
);

test("an e-mail address with characters that nobody sees is the same person, and a request finds all", async () => {
  const tenant = flows.newTenant();
  const all = ["ana@example.com", "Ana@example.com\u200B", "\u202Aana@example.com\u202C"];
  expect(await countPersons(tenant, "email", all)).toBe(1);
  for (const one of all) expect(await countFound(tenant, { emails: [normalizeEmail(one)] })).toBe(3);
});
