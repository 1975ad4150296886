import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogger } from "../../telemetry/logger.js";
import { createTestCall, openTestDatabase, testBackend } from "../../testing/index.js";
import type { Database } from "../database.types.js";
import { newId } from "../ids.js";
import { type AuditedRow, auditNamedRecords, auditRecords, type RecordAudit } from "./record-audit.js";

let db: Database;
beforeAll(async () => {
  const name = `test_records_${randomBytes(4).toString("hex")}`;
  const logger = createLogger("kit", "silent");
  const indexes = { boxes: [], labels: [] };
  db = await openTestDatabase({ url: testBackend().mongodbUrl, name, appName: "kit", logger, indexes });
});
afterAll(() => db.close());

const boxAudit: RecordAudit<AuditedRow & { units: number }> = {
  records: "boxes",
  collection: "boxes",
  stages: [{ $project: { businessId: 1, units: 1 } }],
  findProblems: ({ units }) => (units < 0 ? [`${units} units`, "is empty"] : []),
};
const labelAudit = auditNamedRecords({
  records: "boxes of labels",
  collection: "boxes",
  namedBy: "labels",
  id: "$boxId",
});

/** A business with two boxes that are wrong, and a label of a box that does not exist. */
async function createBusiness() {
  const { businessId } = createTestCall();
  const scope = db.scope(createTestCall(businessId));
  const boxes = scope.collection<{ _id: string; units: number }>("boxes");
  const labels = scope.collection<{ _id: string; boxId: string }>("labels");
  const [changing, wrong, gone] = [newId("box"), newId("box"), newId("box")];
  await boxes.insertMany([
    { _id: changing, units: -1 },
    { _id: wrong, units: -2 },
  ]);
  await labels.insertOne({ _id: newId("lbl"), boxId: gone });
  /** @param between runs between the first and the second check */
  const audit = async (given: RecordAudit<never>, between = async () => {}) => {
    const problems: string[] = [];
    const result = await auditRecords(db, given, (problem) => void problems.push(problem), {
      businessId,
      pause: between,
    });
    expect(result.problems).toBe(problems.length);
    return problems;
  };
  return { businessId, boxes, labels, changing, wrong, gone, audit };
}

test("a record that changes between both checks is no problem, and one that stays wrong is reported once", async () => {
  const { businessId, boxes, changing, wrong, audit } = await createBusiness();
  const mend = () => boxes.updateOne({ _id: changing }, { $set: { units: 0 } }).then(() => undefined);
  const problems = [`${wrong} of ${businessId}: -2 units`, `${wrong} of ${businessId}: is empty`];
  expect(await audit(boxAudit, mend)).toEqual(problems);
});

test("a record that no other record names at the second check is not missing", async () => {
  const { businessId, labels, gone, audit } = await createBusiness();
  expect(await audit(labelAudit)).toEqual([`${gone} of ${businessId}: is named, and does not exist`]);
  expect(await audit(labelAudit, () => labels.deleteOne({ boxId: gone }).then(() => undefined))).toEqual([]);
});

test("a business whose deletion begins during the audit has no problems", async () => {
  const { businessId, audit } = await createBusiness();
  const beginDeletion = () => db.closedBusinesses.setState(businessId, 1, "deleting");
  expect(await audit(boxAudit, beginDeletion)).toEqual([]);
});

test("a record that an erasure has changed is looked at again when the erasure has ended: it changes the sums last", async () => {
  const { businessId, boxes } = await createBusiness();
  const asked: unknown[] = [];
  const erasures = {
    async findOne(filter: unknown) {
      asked.push(filter);
      if (asked.length === 1) return { _id: "prq_1", businessId };
      await boxes.updateMany({ units: { $lt: 0 } }, { $set: { units: 0 } });
      return null;
    },
  };
  const duringErasure = { ...db, infrastructure: () => erasures } as unknown as Database;
  const problems: string[] = [];
  const options = { businessId, pause: async () => undefined };
  await auditRecords(duringErasure, boxAudit, (problem) => void problems.push(problem), options);
  expect(problems).toEqual([]);
  expect(asked).toEqual(Array(2).fill({ businessId: { $in: [businessId] } }));
});
