import { Refusal } from "@tenant-ops/kit/errors";
import { createPersonNames, type RpcClients } from "@tenant-ops/kit/rpc";
import type { PersonIdentifier } from "@tenant-ops/kit/data";
import type { PersonPartRequest } from "@tenant-ops/proto/common";
import { expect, test } from "vitest";
import { findEverywhere } from "./services.js";

const caller = { businessId: "biz_1", requestId: "req_1" };
const ana = [{ kind: "email" as const, value: "ana@example.com" }];

/** Every service has one record of the person; one of them does not answer in time. */
function searchWithSlow(slow: string, until = Date.now() + 60_000) {
  const unary = async (_method: unknown, _request: unknown, _call: unknown, service: string) => {
    if (service === slow) throw new Refusal("deadline_exceeded", `The ${service} service did not answer in time.`);
    return { message: { found: [{ collection: "notes", records: 1 }], position: "" } };
  };
  const clients = { unary } as unknown as RpcClients;
  const services = ["supply", "flows", "console"];
  return findEverywhere({ clients, services }, caller, ana, { includeLinked: true, until });
}

test("a search in which a service is too slow returns the records of the others, and says that it is incomplete", async () => {
  const found = await searchWithSlow("flows");
  expect(found.isComplete).toBe(false);
  expect(found.records.map(({ service }) => service)).toEqual(["supply", "console"]);
});

test("a linked name is recognised as that of a member, also when the search ends before all services have searched for it", async () => {
  const member = { kind: "email" as const, value: "member@example.com" };
  const unary = async (_method: unknown, { names }: PersonPartRequest, _call: unknown, service: string) => {
    if (service === "flows") throw new Refusal("deadline_exceeded", "The flows service did not answer in time.");
    const isAsked = names?.emails.includes(member.value);
    const found = service === "console" && isAsked ? [{ collection: "memberships", records: 1 }] : [];
    return { message: { found, links: createPersonNames(service === "supply" ? [member] : []), position: "" } };
  };
  const clients = { unary } as unknown as RpcClients;
  const services = ["supply", "flows", "console"];
  const found = await findEverywhere({ clients, services }, caller, ana, { includeLinked: true });
  expect(found).toMatchObject({ isComplete: false, isMember: true });
});

test("an unproven name is listed and not searched, unless the request or a record with a proof has it", async () => {
  const [typed, proven] = ["typed", "proven"].map((name) => ({ kind: "email" as const, value: `${name}@example.com` }));
  const searched = new Set<string>();
  const unary = async (_method: unknown, { names }: PersonPartRequest, _call: unknown, service: string) => {
    for (const email of names?.emails ?? []) searched.add(email);
    const links = createPersonNames(service === "supply" ? [proven!] : []);
    return { message: { found: [], links, unproven: createPersonNames([typed!, proven!]), position: "" } };
  };
  const options = { clients: { unary } as unknown as RpcClients, services: ["supply", "flows"] };
  const find = async (given: PersonIdentifier[]) => {
    const { identifiers, unproven } = await findEverywhere(options, caller, given, { includeLinked: true });
    return { identifiers, unproven };
  };
  expect(await find(ana)).toEqual({ identifiers: [...ana, proven], unproven: [typed] });
  expect([...searched]).toEqual([ana[0]?.value, proven?.value]);
  expect(await find([...ana, typed!])).toEqual({ identifiers: [...ana, typed, proven], unproven: [] });
});

test("a search without the answer of the console fails, because it is not known whether the person is a member", async () => {
  await expect(searchWithSlow("console")).rejects.toMatchObject({ code: "deadline_exceeded" });
});

test("a search without a time limit, for an export, fails when a service is too slow, because a part would be missing", async () => {
  await expect(searchWithSlow("flows", Number.POSITIVE_INFINITY)).rejects.toMatchObject({ code: "deadline_exceeded" });
});
