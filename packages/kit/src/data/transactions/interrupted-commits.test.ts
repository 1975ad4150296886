import { randomBytes } from "node:crypto";
import {
  ClientSession,
  MongoError,
  MongoNetworkError,
  MongoServerSelectionError,
  type TopologyDescription,
} from "mongodb";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createLogger } from "../../telemetry/logger.js";
import { createTestCall, openTestDatabase, testBackend } from "../../testing/index.js";
import type { Database } from "../database.types.js";
import { newId } from "../ids.js";

interface Thing {
  _id: string;
  count: number;
}

let db: Database;

beforeAll(async () => {
  const name = `test_commits_${randomBytes(4).toString("hex")}`;
  const logger = createLogger("kit", "silent");
  db = await openTestDatabase({ url: testBackend().mongodbUrl, name, appName: "kit", logger });
});
afterAll(() => db.close());

// oxlint-disable-next-line typescript/unbound-method -- called with the session as `this`
const realCommit = ClientSession.prototype.commitTransaction;

/** The next commit succeeds, its answer is lost, and the driver's second attempt throws this error. */
function loseCommitAnswer(error: Error): void {
  const commit = vi.spyOn(ClientSession.prototype, "commitTransaction");
  onTestFinished(() => commit.mockRestore());
  commit.mockImplementationOnce(async function (this: ClientSession) {
    await realCommit.call(this);
    throw error;
  });
}

/** The driver does not export the classes of its pool. */
class PoolError extends MongoError {
  constructor(readonly className: string) {
    super("no connection");
  }
  override get name() {
    return this.className;
  }
}

const noConnection: [what: string, createError: () => Error][] = [
  ["no primary was found", () => new MongoServerSelectionError("no primary", {} as TopologyDescription)],
  ["no connection was free", () => new PoolError("MongoWaitQueueTimeoutError")],
  ["the server has left the replica set", () => new PoolError("MongoPoolClosedError")],
  ["the server took no connection", () => new MongoNetworkError("connect ECONNREFUSED")],
];

test.each(noConnection)("a commit whose answer is lost is sent again when %s", async (_, createError) => {
  const call = createTestCall(newId("biz"));
  loseCommitAnswer(createError());
  const thing = { _id: newId("thg"), count: 1 };
  await db.transaction(call, (scope) => scope.collection<Thing>("things").insertOne(thing));
  expect(await db.scope(call).collection<Thing>("things").find({})).toEqual([thing]);
});

test.each(noConnection)(
  "a batch without idempotency keys is written once when %s at its commit",
  async (_, createError) => {
    const call = createTestCall(newId("biz"));
    const things = db.scope(call).collection<Thing>("things");
    const thing = { _id: newId("thg"), count: 0 };
    await things.insertOne(thing);
    const increment = db.batchPerBusiness<string, null, string, object>({
      load: async () => null,
      decide: (_state, id) => id,
      write: async (planned) => {
        for (const { scope, plan } of planned)
          await scope.collection<Thing>("things").updateOne({ _id: plan }, { $inc: { count: 1 } });
      },
      reply: () => ({}),
    });
    // While the first runs, the others gather in one batch.
    const first = increment(call, thing._id).then(() => loseCommitAnswer(createError()));
    const others = [increment(call, thing._id), increment(call, thing._id)];
    await Promise.all([first, ...others]);
    expect(await things.findOne({ _id: thing._id })).toMatchObject({ count: 3 });
  },
);
