import type { MongoClient } from "mongodb";
import { expect } from "vitest";
import {
  type Business,
  createCenterStock,
  type HttpAnswer,
  sendJson,
  type TestMesh,
  withdrawalArguments,
} from "../mesh/test-mesh.js";
import { answerConsent, registerClient, signIn } from "./agents-of-people.js";
import { createRule } from "./approval-rules.js";
import { createPerson, joinBusiness, type Person } from "./people.js";

// A business whose withdrawals people approve: its agent, the person who decides, and what both do.

export interface StockedBusiness extends Business {
  testMesh: TestMesh;
  ids: Awaited<ReturnType<typeof createCenterStock>>["ids"];
  centerStockId: string;
}

/** A business whose center holds so many units of a product. */
export async function createStocked(testMesh: TestMesh, units = 100): Promise<StockedBusiness> {
  const business = await testMesh.createBusiness({ toolsets: ["all"] });
  return { ...business, testMesh, ...(await createCenterStock(testMesh, business, units)) };
}

/** A business with rules, its agent and a person who decides. */
export async function createApproving(testMesh: TestMesh, rules: object[] = [createRule()], units?: number) {
  const own = await createStocked(testMesh, units);
  const owner = await joinBusiness(testMesh, own.businessId, { role: "owner" });
  const path = `/v1/console/businesses/${own.businessId}`;
  expect(await setRules(owner, path, 0, rules)).toMatchObject({ status: 200, body: { version: 1 } });
  return { own, owner, path };
}

export const setRules = (person: Person, path: string, version: number, rules: object[]) =>
  person.call("PUT", `${path}/approval-policy`, { version, rules });

export const withdrawal = ({ ids }: StockedBusiness, quantity = 1, given: object = {}) =>
  withdrawalArguments({ ...ids, quantity, ...given });

/** Calls a tool with the credential of an agent. */
export type CallTool = (name: string, args: object) => Promise<HttpAnswer>;

const withKey =
  ({ testMesh, ...business }: StockedBusiness): CallTool =>
  (name, args) =>
    testMesh.callTool(business, name, args);

/** An agent that a person has connected, and the person. */
export async function connectAgent(testMesh: TestMesh, { businessId }: Business) {
  const person = await signIn(testMesh, businessId);
  const client = await registerClient(testMesh.url);
  const answer = await answerConsent(person, client.authorizeUrl(), { access: "write" });
  const { body } = await client.exchange(answer.searchParams.get("code") ?? "");
  const authorization = `Bearer ${body["access_token"]}`;
  const call: CallTool = (name, args) =>
    sendJson("POST", `${testMesh.url}/mcp`, { name, arguments: args }, { authorization });
  const owner = createPerson(testMesh, person.cookie);
  const path = `/v1/console/businesses/${businessId}`;
  const connections = await owner.call("GET", `${path}/connections?active=true`);
  return { call, owner, path, connectionId: String(connections.body.items[0]._id) };
}

/** An agent proposes a withdrawal; `approve` is its call of the tool that writes. */
export async function propose(own: StockedBusiness, args: object, call: CallTool = withKey(own)) {
  const { status, body: proposed } = await call("supply_propose_withdrawal", args);
  if (status !== 200) throw new Error(`propose: ${status} ${JSON.stringify(proposed)}`);
  return {
    proposed,
    approve: (by: CallTool = call) =>
      by("supply_approve_withdrawal", { ...args, proposal_token: proposed["proposal_token"] }),
    approval: proposed["approval"] as { id: string; url: string; status: string } | undefined,
  };
}

/** Decides about what the page shows now. */
export async function decide(person: Person, path: string, id: string | undefined, decision: object) {
  const { body } = await person.call("GET", `${path}/approvals/${id}`);
  const { revision, policyVersion } = body;
  return person.call("POST", `${path}/approvals/${id}/decision`, { revision, policyVersion, ...decision });
}

export async function createKey({ testMesh, businessId }: StockedBusiness): Promise<Business> {
  const { _id, key } = await testMesh.callAdmin("POST", `/businesses/${businessId}/keys`, {
    ...{ name: "Agent", toolsets: ["all"] },
  });
  return { businessId, keyId: String(_id), key: String(key) };
}

/** The collection of the service, to put an approval into a state that takes hours or a crash. */
export const openStore = ({ mesh }: TestMesh, mongo: MongoClient) =>
  mongo
    .db(`${mesh.databasePrefix}approvals`)
    .collection<{ _id: string; digest: string; proposalId: string }>("approvals");

/** Stores so many further requests like this one, each about a change of its own. */
export async function copyApproval(testMesh: TestMesh, mongo: MongoClient, id: string | undefined, times: number) {
  const store = openStore(testMesh, mongo);
  const found = await store.findOne({ _id: id ?? "" });
  if (!found) throw new Error(`no approval ${id}`);
  const { _id, digest, proposalId } = found;
  const toCopy = (_: unknown, at: number) => ({
    ...{ ...found, _id: `${_id}${at}`, digest: `${digest}${at}`, proposalId: `${proposalId}${at}` },
  });
  await store.insertMany(Array.from({ length: times }, toCopy));
}
