import { randomUUID } from "node:crypto";
import { MongoClient } from "mongodb";
import { runAllToolsScenario } from "../calls/all-tools-scenario.js";
import { callOver } from "../calls/transports.js";
import type { Business, TestMesh } from "../mesh/test-mesh.js";

interface Row {
  _id: string;
  [field: string]: unknown;
}

/** The listed collections, the number of records to have, and the field that must be unique. */
const largeCollections: [service: string, collection: string, count: number, unique?: string][] = [
  ["supply", "stocks", 101],
  ["supply", "centers", 101],
  ["supply", "centerStocks", 101, "serviceCenterId"],
  ["supply", "withdrawals", 51],
  ["learning", "courses", 101, "slug"],
  ["learning", "sessions", 101, "userId"],
  ["flows", "flows", 101, "slug"],
];

/**
 * Creates a business with one record more than the default limit of each list. The first record of each kind is created by
 * tools and then copied in the database, because a thousand calls would take too long.
 */
export async function createLargeBusiness(testMesh: TestMesh): Promise<Business> {
  const business = await testMesh.createBusiness({ toolsets: ["all"] });
  await runAllToolsScenario(testMesh, business, (name, args) => callOver("direct", testMesh.url, business, name, args));
  const { mongodbUrl, databasePrefix } = testMesh.mesh;
  const client = await new MongoClient(mongodbUrl).connect();
  for (const [service, collection, count, unique] of largeCollections) {
    const rows = client.db(`${databasePrefix}${service}`).collection<Row>(collection);
    const present = await rows.countDocuments({ businessId: business.businessId });
    const row = await rows.findOne({ businessId: business.businessId });
    if (!row) throw new Error(`the scenario created no record in ${collection}`);
    const copy = (_: unknown, index: number): Row => ({
      ...row,
      _id: `${row._id}${index}`,
      ...(unique && { [unique]: `${String(row[unique])}-${index}` }),
      // Sessions: the id of a certificate is unique as well.
      ...(isRecord(row["certificate"]) && {
        certificate: { ...row["certificate"], certificateId: `${String(row["certificate"]["certificateId"])}${index}` },
      }),
    });
    await rows.insertMany(Array.from({ length: count - present }, copy));
  }
  await client.close();
  return business;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Creates flows of one campaign: the first and the last one by tools, the others as copies in the database. */
export async function createFlows(testMesh: TestMesh, business: Business, count: number): Promise<void> {
  const create = (name: string) =>
    testMesh.callToolOrThrow(business, "flows_approve_create_flow", {
      name,
      slug: `${name.toLowerCase()}-${randomUUID()}`,
      campaign: "large",
      redirect_type: "url",
      redirect_url: "https://example.com/welcome",
    });
  await create("First");
  const client = await new MongoClient(testMesh.mesh.mongodbUrl).connect();
  const flows = client.db(`${testMesh.mesh.databasePrefix}flows`).collection<Row>("flows");
  const first = await flows.findOne({ businessId: business.businessId });
  if (!first) throw new Error("the first flow was not stored");
  await flows.insertMany(
    Array.from({ length: count - 2 }, (_, n) => ({ ...first, _id: `${first._id}${n}`, slug: `${first["slug"]}-${n}` })),
  );
  await client.close();
  // A write counts the flows of its campaign again.
  await create("Last");
}
