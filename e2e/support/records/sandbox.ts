import { randomUUID } from "node:crypto";
import { type Document, type MongoClient } from "mongodb";
import { repeatUntilAnswered } from "../calls/repeat-until-answered.js";
import type { Business, HttpAnswer, TestMesh } from "../mesh/test-mesh.js";

export interface Sandbox {
  live: Business;
  /** With the test key; `businessId` is that of the live business, as a developer leaves it. */
  own: Business;
  sandboxId: string;
}

/** What `countLists` counts after one seed. */
export const oneSeed = [3, 2, 3, 1, 1, 2, 1, 1];
export const nothing = oneSeed.map(() => 0);

/** They have the id until the last pass, minutes later. */
const ofDeletions = ["closedBusinesses", "personErasures", "leases"];

const services = ["supply", "roulettes", "learning", "flows", "webhooks", "analytics", "approvals"];

/** What tests of sandboxes do on this mesh. */
export function createSandboxCalls(testMesh: TestMesh, mongo: MongoClient) {
  async function createSandbox(key: object = {}): Promise<Sandbox> {
    const live = await testMesh.createBusiness();
    const own = await testMesh.createTestKey(live, key);
    return { live, own, sandboxId: own.sandboxId };
  }

  const post = (business: Business, path: string, headers: Record<string, string> = {}): Promise<HttpAnswer> =>
    testMesh.callRest(business, "POST", `/v1/public/sandbox/${path}`, undefined, headers);

  async function postOrThrow(business: Business, path: string): Promise<HttpAnswer["body"]> {
    const key = { "idempotency-key": randomUUID() };
    const answer = await repeatUntilAnswered(() => post(business, path, key));
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  const countTool = async (business: Business, tool: string): Promise<number> =>
    ((await testMesh.callToolOrThrow(business, tool))["items"] as unknown[]).length;

  async function countLists(business: Business): Promise<number[]> {
    const lists = [
      "supply_list_stocks",
      "supply_list_service_centers",
      "supply_list_service_center_stocks",
      "supply_get_withdrawal_history",
      "roulettes_list_roulettes",
      "roulettes_list_roulette_items",
      "learning_list_courses",
      "flows_list_flows",
    ];
    return Promise.all(lists.map((tool) => countTool(business, tool)));
  }

  /** Documents of all services that name the business, by database and collection, without the progress of its deletion. */
  async function findRecords(businessId: string): Promise<Record<string, number>> {
    const found: Record<string, number> = {};
    for (const service of services) {
      const db = mongo.db(`${testMesh.mesh.databasePrefix}${service}`);
      for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
        const filter = { $or: [{ businessId }, { _id: { $regex: `^${businessId}` } }] } as Document;
        const count = await db.collection(name).countDocuments(filter);
        if (count > 0 && !ofDeletions.includes(name)) found[`${service}.${name}`] = count;
      }
    }
    return found;
  }

  return { createSandbox, post, postOrThrow, countTool, countLists, findRecords };
}
