import { createPassVerifier } from "@tenant-ops/kit/call";
import { newId } from "@tenant-ops/kit/data";
import { listPhoneSpellings, normalizeEmail } from "@tenant-ops/kit/texts";
import { listPersonNames } from "@tenant-ops/kit/rpc";
import { DataService } from "@tenant-ops/proto/common";
import { beforeAll, describe, expect, test } from "vitest";
import { identifyByName, toVisitorId } from "../passes/passes.rules.js";
import { identifyByProof, type Proof, type SignIn } from "../sign-in/sign-ins.rules.js";
import { createActiveFlow, createVisitor, type FlowsTenant, type SharedTestFlows, shareTestFlows } from "../testing.js";
import { getVisitorSecret } from "../visitor-secrets.js";
import type { Registration } from "./registrations.rules.js";

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
  const { found, position } = await tenant.rpcOf(DataService).findPerson({ names });
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

describe("a registration has the e-mail address of one person and the phone of another", () => {
  const email = "victim@example.com";
  const phone = "+525512345678";
  const names = { emails: [email] };
  const phones = { phones: ["525512345678"] };
  const registrationFields = [
    { text: "Correo", value: "email", type: "email", isRequired: true },
    { text: "Teléfono", value: "phone", type: "phone", isRequired: true },
  ];

  /** Registers with both. @param proof what the visitor has proved before the form */
  async function register(proof?: Proof) {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant, { registrationFields });
    await createVisitor(flows).submit(slug, { email, phone });
    const registrations = tenant.scope().collection<Registration>("registrations");
    if (proof) await registrations.updateOne({ slug }, { $set: { proof } });
    const registrationId = (await registrations.findOne({ slug }))?._id ?? "";
    const secret = await getVisitorSecret(flows.service.running.context.db);
    const toId = (identity: string) => toVisitorId(secret, tenant.businessId, identity);
    const ids = {
      registrationId,
      own: toId(`registration:${registrationId}`),
      byEmail: toId(identifyByName({ kind: "email", value: email })),
      byPhone: toId(identifyByName({ kind: "phone", value: phone })),
      byProof: proof ? toId(identifyByProof(proof)) : "",
    };
    const find = async (given: Parameters<typeof findLinked>[1], of = tenant) => findLinked(of, given);
    return { tenant, find, ...ids };
  }

  async function findLinked(tenant: FlowsTenant, given: { emails?: string[]; phones?: string[]; userIds?: string[] }) {
    const { links, unproven, found } = await tenant.rpcOf(DataService).findPerson({ names: given });
    const list = (names: typeof links) =>
      listPersonNames(names)
        .map(({ value }) => value)
        .toSorted();
    return { links: list(links), unproven: list(unproven), records: found.map(({ records }) => records) };
  }

  const sorted = (...values: string[]) => values.toSorted();

  test("without a proof: neither leads to the other, and both are listed as unproven", async () => {
    const { find, registrationId, own, byEmail, byPhone } = await register();
    expect(await find(phones)).toEqual({
      links: sorted(registrationId, own, byPhone),
      unproven: [email],
      records: [1],
    });
    expect(await find(names)).toEqual({ links: sorted(registrationId, own, byEmail), unproven: [phone], records: [1] });
    // Who names both has said that they are of one person.
    expect((await find({ ...names, ...phones })).unproven).toEqual([]);
  });

  test("and the visitor has proved the phone: the address leads to nothing, and neither does the phone from the address", async () => {
    const proof: Proof = { method: "whatsapp", phone, at: new Date() };
    const { find, registrationId, own, byEmail, byPhone } = await register(proof);
    expect(await find(phones)).toEqual({
      links: sorted(registrationId, own, byPhone),
      unproven: [email],
      records: [1],
    });
    expect(await find(names)).toEqual({ links: sorted(registrationId, own, byEmail), unproven: [phone], records: [1] });
    // The id of the prize of this visitor is that of the proven phone.
    expect(await find({ userIds: [byPhone] })).toEqual({ links: [], unproven: [], records: [] });
    expect(await find({ userIds: [byPhone, registrationId] })).toEqual({
      links: sorted(own, phone),
      unproven: [email],
      records: [1],
    });
  });

  test("and the visitor has signed in with another account: only the account leads to its ids", async () => {
    const proof: Proof = {
      method: "identity_provider",
      issuer: "https://id.example.com",
      subject: "s-1",
      at: new Date(),
    };
    const { find, registrationId, own, byPhone, byProof } = await register(proof);
    expect(await find(phones)).toEqual({
      links: sorted(registrationId, own, byPhone),
      unproven: sorted(email, "s-1"),
      records: [1],
    });
    expect(await find({ userIds: ["s-1"] })).toEqual({
      links: sorted(registrationId, own, byProof),
      unproven: sorted(email, phone),
      records: [1],
    });
  });

  test("and the bank has approved it: one word about all answers proves none of them", async () => {
    const { tenant, find } = await register();
    const registrations = tenant.scope().collection<Registration>("registrations");
    await registrations.updateOne({}, { $set: { bank: { status: "approved", reason: "", attempts: 1 } } });
    expect((await find(phones)).unproven).toEqual([email]);
  });

  test("an erasure follows what is proven only, and another business sees nothing", async () => {
    const { tenant, find, registrationId, own, byPhone } = await register();
    const request = { requestId: newId("prq"), names: phones, tombstone: "erased_1", pass: 1 };
    expect(await find(phones, flows.newTenant())).toEqual({ links: [], unproven: [], records: [] });
    const part = () => tenant.rpcOf(DataService).erasePerson(request);
    let result = await part();
    while (!result.isComplete) result = await part();
    const { changed, links } = result;
    expect(changed).toMatchObject([{ collection: "registrations", records: 1 }]);
    expect(links).toMatchObject({ emails: [], phones: [] });
    expect(links?.userIds.toSorted()).toEqual(sorted(registrationId, own, byPhone));
  });
});

test("a phone to which a code was sent, and that nobody has confirmed, is not linked to the account of the same browser", async () => {
  const tenant = flows.newTenant();
  const expiresAt = new Date(Date.now() + 60_000);
  const signIn: SignIn = {
    _id: newId("sgn"),
    flowId: "flw_1",
    code: { phone: "+525512345678", hash: "", attemptsLeft: 5, openUses: [], sentAt: new Date(), expiresAt },
    proof: {
      method: "identity_provider",
      issuer: "https://id.example.com",
      subject: "s-1",
      email: "ana@example.com",
      at: new Date(),
    },
    expiresAt,
  };
  await tenant.scope().collection<SignIn>("signIns").insertOne(signIn);
  const find = async (names: { emails: string[] } | { phones: string[] }) =>
    (await tenant.rpcOf(DataService).findPerson({ names })).links;
  expect(await find({ emails: ["ana@example.com"] })).toMatchObject({ phones: [], userIds: ["s-1"] });
  expect(await find({ phones: ["525512345678"] })).toMatchObject({ emails: [], userIds: [] });
});
