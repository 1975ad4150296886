import { newId } from "@tenant-ops/kit/data";
import {
  createServiceRetention,
  type FoundHistory,
  recordsPerTransaction,
  type RetentionContext,
} from "@tenant-ops/kit/retention";
import {
  createTestRetention,
  examinedDuring,
  listProblemsOf,
  readArchivedLines,
  startTestService,
  type TestService,
} from "@tenant-ops/kit/testing";
import type { LearningService } from "@tenant-ops/proto/learning";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { config } from "../config.js";
import type { ExamAttempt } from "../courses/exams.rules.js";
import { learning } from "../learning.js";
import { sessionHistory } from "./session-history.js";
import type { EndedSession, Session } from "./sessions.rules.js";
import { completeStep, createSession, type LearningTenant, moveEnrollments } from "../testing.js";

let service: TestService<typeof LearningService, typeof config>;
beforeAll(async () => void (service = await startTestService(learning)));
afterAll(() => service.close());

const dayMs = 86_400_000;
const startRetention = () => createTestRetention(learning, service.running);
const sessions = (tenant: LearningTenant) => tenant.scope().collection<Session>("sessions");
const attempts = (tenant: LearningTenant) => tenant.scope().collection<ExamAttempt>("examAttempts");
const listProblems = ({ businessId }: LearningTenant) => listProblemsOf(learning, service.running, businessId);
const countUp = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** A session whose learner failed `times` times, three days ago. @param stored how many attempts are stored, if fewer than were counted */
async function failOften(tenant: LearningTenant, times: number, stored = times): Promise<string> {
  const { _id, courseId } = await createSession(tenant, "failed");
  const at = new Date(Date.now() - 3 * dayMs);
  const of = (n: number) => ({ _id: newId("exa"), sessionId: _id, courseId, n, score: 40, passed: false, at });
  await attempts(tenant).updateOne({ sessionId: _id }, { $set: { at } });
  await attempts(tenant).insertMany(countUp(2, stored).map(of));
  await sessions(tenant).updateOne({ _id }, { $set: { attempts: times, examStartedAt: at } });
  return _id;
}

/** `sizes`: how many records each transaction of retention deleted. `onEnd` is called after each of them. */
function watchTransactions(context: RetentionContext, onEnd: (ended: number) => unknown = () => undefined) {
  const sizes: number[] = [];
  const transaction: typeof context.db.transaction = async (call, work) => {
    const count = async () => {
      const scope = context.db.scope(call);
      return (await scope.collection("examAttempts").count({})) + (await scope.collection("sessions").count({}));
    };
    const before = await count();
    const result = await context.db.transaction(call, work);
    sizes.push(before - (await count()));
    await onEnd(sizes.length);
    return result;
  };
  return { context: { ...context, db: { ...context.db, transaction } }, sizes };
}

const readNumbers = async (store: RetentionContext["store"], { businessId }: LearningTenant) => {
  const lines = store ? await readArchivedLines<{ n?: number }>(store, businessId) : [];
  const numbers = lines.flatMap(({ record: { n } }) => n ?? []);
  return { numbers: numbers.toSorted((a, b) => a - b), others: lines.length - numbers.length };
};

test.each(["archive", "delete"] as const)(
  "a session with thousands of attempts is deleted in transactions of a bounded size, the session itself last, and all sums are right (%s)",
  async (mode) => {
    const { context, store, ...retention } = await startRetention();
    const tenant = service.newTenant();
    await createSession(tenant, "failed");
    const large = await failOften(tenant, 2500);
    await createSession(tenant, "completed");
    const rules = { sessions: { mode, days: 0 } };
    const { preview } = createServiceRetention(context.db, context.kinds, store);
    const { kinds } = await preview(tenant.call(), rules);
    expect(kinds).toMatchObject([{ records: 2 + 2501 + 2, isComplete: true }]);

    await retention.setRules(tenant.call(), rules);
    const watched = watchTransactions(context);
    await retention.sweepWith(watched.context);
    expect(Math.max(...watched.sizes)).toBeLessThanOrEqual(recordsPerTransaction);
    expect(watched.sizes.reduce((sum, size) => sum + size)).toBe(2505);
    expect([await sessions(tenant).count({}), await attempts(tenant).count({})]).toEqual([0, 0]);
    const ended = await tenant.scope().collection<EndedSession>("endedSessions").find({ _id: large });
    expect(ended).toMatchObject([{ attempts: 2500 }]);
    expect(await listProblems(tenant)).toEqual([]);
    const archived = { numbers: [1, 1, ...countUp(1, 2500)].toSorted((a, b) => a - b), others: 3 };
    expect(await readNumbers(store, tenant)).toEqual(mode === "archive" ? archived : { numbers: [], others: 0 });
  },
);

test("after a process is killed between any two of these transactions the sums of the session are right, and the next process continues", async () => {
  const { context, store, ...retention } = await startRetention();
  for (let point = 1; ; point += 1) {
    const tenant = service.newTenant();
    await failOften(tenant, 1100);
    await retention.setRules(tenant.call(), { sessions: { mode: "archive", days: 0 } });
    const watched = watchTransactions(context, (ended) => {
      if (ended === point) throw new Error("the process was killed after the commit");
    });
    await retention.sweepWith(watched.context);
    const isKilled = watched.sizes.length >= point;
    expect(await sessions(tenant).count({})).toBe((await attempts(tenant).count({})) > 0 ? 1 : 0);
    expect(await listProblems(tenant)).toEqual([]);
    await retention.sweep();
    expect([await sessions(tenant).count({}), await attempts(tenant).count({})]).toEqual([0, 0]);
    expect(await readNumbers(store, tenant)).toEqual({ numbers: countUp(1, 1100), others: 1 });
    expect(await listProblems(tenant)).toEqual([]);
    if (!isKilled) return;
  }
  // A dozen rounds, each with its own business.
}, 400_000);

test("when a learner submits again while attempts are deleted, the other attempts are kept, and the deleted ones are in the file", async () => {
  const { context, store, ...retention } = await startRetention();
  const tenant = service.newTenant();
  const sessionId = await failOften(tenant, 1100);
  const old = new Date(Date.now() - 3 * dayMs);
  await moveEnrollments(service, tenant, new Map([[sessionId, old]]));
  await retention.setRules(tenant.call(), { sessions: { mode: "archive", days: 1 } });
  const watched = watchTransactions(context, (ended) => {
    if (ended === 3) throw new Error("the process was killed after the commit");
  });
  await retention.sweepWith(watched.context);
  expect(await completeStep(tenant, sessionId, "exam", { score: 50 })).toMatchObject({ attemptCount: 1101 });
  await retention.sweep();
  const stored = await attempts(tenant).find({}, { sort: { n: 1 } });
  expect(stored.map(({ n }) => n)).toEqual(countUp(301, 1101));
  expect(await readNumbers(store, tenant)).toEqual({ numbers: countUp(1, 300), others: 0 });
  const files = await tenant.scope().collection<{ _id: string; status: string }>("archives").find({});
  expect(files).toMatchObject([{ status: "complete", records: 300 }]);
  expect(await listProblems(tenant)).toEqual([]);
});

test.each([
  { moment: "within a part", transaction: 3, deleted: 300 },
  { moment: "between two parts", transaction: 10, deleted: recordsPerTransaction - 1 },
])(
  "a session that gets a certificate $moment is kept with its other attempts, and the deleted ones are in the file",
  async ({ transaction, deleted }) => {
    const { context, store, ...retention } = await startRetention();
    const tenant = service.newTenant();
    const sessionId = await failOften(tenant, 1499);
    expect(await completeStep(tenant, sessionId, "exam", { score: 90 })).toMatchObject({ status: "completed" });
    await retention.setRules(tenant.call(), { sessions: { mode: "archive", days: 0 } });
    const watched = watchTransactions(context, async (ended) => {
      if (ended === transaction) await tenant.rpc.approveIssueCertificate({ sessionId });
    });
    await retention.sweepWith(watched.context);
    expect(await sessions(tenant).find({})).toMatchObject([
      { _id: sessionId, status: "certified", attempts: 1500, removedAttempts: deleted },
    ]);
    const stored = await attempts(tenant).find({}, { sort: { n: 1 } });
    expect(stored.map(({ n }) => n)).toEqual(countUp(deleted + 1, 1500));
    expect(await readNumbers(store, tenant)).toEqual({ numbers: countUp(1, deleted), others: 0 });
    const files = await tenant.scope().collection<{ _id: string; status: string }>("archives").find({});
    expect(files).toMatchObject([{ status: "complete", records: deleted }]);
    expect(await listProblems(tenant)).toEqual([]);
  },
);

test("a session in progress is kept with all its attempts, however many they are", async () => {
  const retention = await startRetention();
  const tenant = service.newTenant();
  const sessionId = await failOften(tenant, 1100);
  await sessions(tenant).updateOne({ _id: sessionId }, { $set: { restoredAt: new Date() } });
  await retention.setRules(tenant.call(), { sessions: { mode: "delete", days: 1 } });
  await retention.sweep();
  expect([await sessions(tenant).count({}), await attempts(tenant).count({})]).toEqual([1, 1100]);
});

test("a session that has counted more attempts than there are is deleted too", async () => {
  const retention = await startRetention();
  const tenant = service.newTenant();
  await failOften(tenant, 5000, 3);
  await retention.setRules(tenant.call(), { sessions: { mode: "delete", days: 0 } });
  await retention.sweep();
  expect([await sessions(tenant).count({}), await attempts(tenant).count({})]).toEqual([0, 0]);
});

test.each(["archive", "delete"] as const)(
  "a session that has counted fewer attempts than there are is deleted in transactions of a bounded size (%s)",
  async (mode) => {
    const { context, store, ...retention } = await startRetention();
    const tenant = service.newTenant();
    await createSession(tenant, "completed");
    const sessionId = await failOften(tenant, 1500);
    await createSession(tenant, "completed");
    await sessions(tenant).updateOne({ _id: sessionId }, { $set: { attempts: 3 } });
    const problems = await listProblems(tenant);
    expect(problems).toEqual([expect.stringContaining("3 attempts were counted, 1500 are there")]);
    const rules = { sessions: { mode, days: 0 } };
    const { preview } = createServiceRetention(context.db, context.kinds, store);
    // The preview reads the first 1,000 attempts of such a session.
    expect((await preview(tenant.call(), rules)).kinds).toMatchObject([{ records: 2 + 1001 + 2, isComplete: true }]);
    await retention.setRules(tenant.call(), rules);
    const found: [Session | null, unknown[]][] = [];
    const watched = watchTransactions(context, async () =>
      found.push([await sessions(tenant).findById(sessionId), await listProblems(tenant)]),
    );
    await retention.sweepWith(watched.context);
    for (const [session, others] of found) expect(others).toEqual(session ? problems : []);
    expect(Math.max(...watched.sizes)).toBeLessThanOrEqual(recordsPerTransaction);
    expect(watched.sizes.length).toBeGreaterThan(10);
    expect([await sessions(tenant).count({}), await attempts(tenant).count({})]).toEqual([0, 0]);
    expect(await listProblems(tenant)).toEqual([]);
    const archived = { numbers: [1, 1, ...countUp(1, 1500)].toSorted((a, b) => a - b), others: 3 };
    expect(await readNumbers(store, tenant)).toEqual(mode === "archive" ? archived : { numbers: [], others: 0 });
  },
);

test("a search reads at most as many attempts as one transaction deletes, also of several sessions, and the next one continues after them", async () => {
  const tenant = service.newTenant();
  const ids: string[] = [];
  for (const times of [600, 300, 600, 1500]) ids.push(await failOften(tenant, times));
  const found: string[][] = [];
  const database = service.running.context.config.MONGODB_DATABASE ?? "";
  const before = new Date(Date.now() + 1000);
  let part: FoundHistory["part"];
  const examined = await examinedDuring(database, async () => {
    for (let after: string | undefined = ""; after !== undefined && !part;) {
      const search: FoundHistory = await sessionHistory.find(tenant.scope(), { before, after, limit: 100 });
      found.push(search.groups.map(([{ record }]) => record._id));
      ({ next: after, part } = search);
    }
  });
  expect(found).toEqual([[ids[0], ids[1]], [ids[2]], []]);
  expect(part).toMatchObject({ groups: { length: recordsPerTransaction - 1 }, recordsOfGroup: 1501 });
  expect(examined).toBeLessThanOrEqual(recordsPerTransaction);
});
