import type { ArchiveStore, FoundHistory } from "@tenant-ops/kit/retention";
import { newId } from "@tenant-ops/kit/data";
import {
  createTestRetention,
  examinedDuring,
  listProblemsOf,
  readArchivedLines,
  startTestService,
  type TestService,
} from "@tenant-ops/kit/testing";
import { type LearningService, SessionStatusChangedSchema } from "@tenant-ops/proto/learning";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { config } from "../config.js";
import { learning } from "../learning.js";
import { sessionHistory } from "./session-history.js";
import type { EndedSession, Session } from "./sessions.rules.js";
import {
  completeStep,
  createCourse,
  createSession,
  enroll,
  findStoredSession,
  learnerBody,
  type LearningTenant,
  postStep,
  send,
} from "../testing.js";

let service: TestService<typeof LearningService, typeof config>;
beforeAll(async () => void (service = await startTestService(learning)));
afterAll(() => service.close());

const startRetention = () => createTestRetention(learning, service.running);
const deleteAll = { sessions: { mode: "delete", days: 0 } } as const;
const count = (tenant: LearningTenant, name: string) => tenant.scope().collection(name).count({});
const countAll = async (tenant: LearningTenant) => ({
  sessions: await count(tenant, "sessions"),
  attempts: await count(tenant, "examAttempts"),
  ended: await count(tenant, "endedSessions"),
});

const listProblems = ({ businessId }: LearningTenant) => listProblemsOf(learning, service.running, businessId);

async function readStatistics(tenant: LearningTenant, courseId: string) {
  const { status, body } = await send(tenant, "GET", "/v1/public/learning/daily-counts");
  expect(status).toBe(200);
  return [await tenant.rpc.getEnrollmentStats({}), await tenant.rpc.getExamResults({ courseId }), body];
}

const readLines = (store: ArchiveStore, { businessId }: LearningTenant) =>
  readArchivedLines<{ n?: number }>(store, businessId);

async function listFileStates(tenant: LearningTenant): Promise<string[]> {
  const found = await tenant.scope().collection<{ _id: string; status: string }>("archives").find({});
  return found.map(({ status }) => status);
}

/** A session whose learner has failed twice. */
async function failTwice(tenant: LearningTenant) {
  const session = await createSession(tenant, "failed");
  return completeStep(tenant, session._id, "exam", { score: 60 });
}

test.each(["archive", "delete"] as const)(
  "sessions that have ended are deleted with their attempts (%s), others and certificates are kept, and all statistics are as before",
  async (mode) => {
    const { store, ...retention } = await startRetention();
    const [tenant, other] = [service.newTenant(), service.newTenant()];
    const failed = await failTwice(tenant);
    const completed = await createSession(tenant, "completed");
    const kept = [
      await createSession(tenant, "in_progress"),
      await createSession(tenant, "exam"),
      await createSession(tenant, "certified"),
    ];
    await failTwice(other);
    const before = await readStatistics(tenant, failed.courseId);
    await retention.setRules(tenant.call(), { sessions: { mode, days: 0 } });
    await retention.sweep();

    for (const { _id } of kept) expect(await findStoredSession(tenant, _id)).not.toBeNull();
    expect(await countAll(tenant)).toEqual({ sessions: 3, attempts: 1, ended: 2 });
    expect(await readStatistics(tenant, failed.courseId)).toEqual(before);
    expect(await listProblems(tenant)).toEqual([]);
    const lines = await readLines(store, tenant);
    const ids = lines.flatMap(({ collection, record }) => (collection === "sessions" ? [record._id] : []));
    expect(ids).toEqual(mode === "archive" ? [failed._id, completed._id] : []);
    expect(lines.flatMap(({ record: { n } }) => n ?? [])).toEqual(mode === "archive" ? [1, 2, 1] : []);
    const { body } = await send(tenant, "GET", `/v1/public/sessions/${failed._id}`);
    expect(body).toMatchObject({ error: "session_not_found" });
    expect((await postStep(tenant, failed._id, "exam", { score: 99 })).status).toBe(404);

    expect(await countAll(other)).toEqual({ sessions: 1, attempts: 2, ended: 0 });
    expect(await store.list(`${other.businessId}/`)).toEqual([]);
  },
);

describe("a learner whose session was deleted", () => {
  test("and who enrolls again gets the same session: the course does not start again, and nothing is counted twice", async () => {
    const retention = await startRetention();
    const tenant = service.newTenant();
    const failed = await failTwice(tenant);
    const before = await readStatistics(tenant, failed.courseId);
    const eventsBefore = await tenant.events(SessionStatusChangedSchema);
    await retention.setRules(tenant.call(), deleteAll);
    await retention.sweep();
    expect(await countAll(tenant)).toEqual({ sessions: 0, attempts: 0, ended: 1 });

    const learner = learnerBody({ userId: failed.userId });
    const again = await Promise.all([1, 2, 3].map(() => enroll(tenant, failed.courseId, learner)));
    for (const session of again)
      expect(session).toMatchObject({ _id: failed._id, status: "failed", attemptCount: 2, score: 60 });
    expect(await countAll(tenant)).toEqual({ sessions: 1, attempts: 0, ended: 0 });
    expect(await readStatistics(tenant, failed.courseId)).toEqual(before);
    expect(await tenant.events(SessionStatusChangedSchema)).toEqual(eventsBefore);
    expect(await listProblems(tenant)).toEqual([]);

    expect(await completeStep(tenant, failed._id, "exam", { score: 90 })).toMatchObject({
      ...{ status: "completed", attemptCount: 3, score: 90 },
    });
    expect(await tenant.scope().collection<{ _id: string; n: number }>("examAttempts").find({})).toMatchObject([
      { n: 3 },
    ]);
    expect(await listProblems(tenant)).toEqual([]);

    await retention.sweep();
    expect(await countAll(tenant)).toEqual({ sessions: 0, attempts: 0, ended: 1 });
    expect(await listProblems(tenant)).toEqual([]);
    expect(await enroll(tenant, failed.courseId, learner)).toMatchObject({ status: "completed", attemptCount: 3 });
    expect(await listProblems(tenant)).toEqual([]);
  });

  test("has the session in the archive and in the database after enrolling again, and the days of the rule are counted from then on", async () => {
    const retention = await startRetention();
    const tenant = service.newTenant();
    const { _id, courseId, userId } = await createSession(tenant, "completed");
    const old = new Date(Date.now() - 3 * 86_400_000);
    await tenant
      .scope()
      .collection<Session>("sessions")
      .updateOne({ _id }, { $set: { completedAt: old, startedAt: old, examStartedAt: old } });
    await tenant
      .scope()
      .collection<{ _id: string; at: Date }>("examAttempts")
      .updateOne({}, { $set: { at: old } });
    await retention.setRules(tenant.call(), { sessions: { mode: "delete", days: 1 } });
    await retention.sweep();
    expect(await countAll(tenant)).toMatchObject({ sessions: 0, ended: 1 });
    await enroll(tenant, courseId, learnerBody({ userId }));
    await retention.sweep();
    expect(await countAll(tenant)).toMatchObject({ sessions: 1, ended: 0 });
  });

  test("is stored without name and e-mail address, and keeps the browser of the first enrollment after enrolling again", async () => {
    const retention = await startRetention();
    const tenant = service.newTenant();
    const { courseId, userId } = await createSession(tenant, "completed");
    await tenant
      .scope()
      .collection<Session>("sessions")
      .updateOne({ userId }, { $set: { visitId: "vst_first" } });
    await retention.setRules(tenant.call(), deleteAll);
    await retention.sweep();
    const [ended] = await tenant.scope().collection<EndedSession>("endedSessions").find({});
    expect(Object.keys(ended ?? {})).not.toEqual(expect.arrayContaining(["fullName"]));
    expect(JSON.stringify(ended)).not.toMatch(/Ana|example\.com|words/);
    await enroll(tenant, courseId, learnerBody({ userId }));
    const [restored] = await tenant.scope().collection<Session>("sessions").find({});
    expect(restored).toMatchObject({ userId, visitId: "vst_first", fullName: "Ana Pérez" });
  });
});

describe.each([
  { name: "the same rule", rule: { mode: "archive", days: 0 } },
  { name: "a rule that keeps the session", rule: { mode: "archive", days: 1 } },
  { name: "no rule", rule: undefined },
] as const)(
  "a process dies while it deletes what it has archived, the learner enrolls again, and another process continues with $name",
  ({ rule }) => {
    test.each([0, 1])("the file keeps the session with its attempts, and %i other sessions", async (others) => {
      const { store, context, ...retention } = await startRetention();
      const tenant = service.newTenant();
      const failed = await failTwice(tenant);
      for (let count = 0; count < others; count += 1) await failTwice(tenant);
      await retention.setRules(tenant.call(), { sessions: { mode: "archive", days: 0 } });
      const { db } = context;
      const transaction: typeof db.transaction = async (call, work) => {
        await db.transaction(call, work);
        throw new Error("the process was killed after the commit");
      };
      await retention.sweepWith({ ...context, db: { ...db, transaction } });
      expect(await countAll(tenant)).toEqual({ sessions: 0, attempts: 0, ended: 1 + others });
      expect(await listFileStates(tenant)).toEqual(["deleting"]);

      await enroll(tenant, failed.courseId, learnerBody({ userId: failed.userId }));
      await retention.setRules(tenant.call(), rule ? { sessions: rule } : {});
      await retention.sweep();
      const isKept = rule?.days !== 0;
      expect(await listFileStates(tenant)).toEqual(isKept ? ["complete"] : ["complete", "complete"]);
      const lines = await readLines(store, tenant);
      const attempts = lines.flatMap(({ record: { n } }) => n ?? []);
      expect(attempts).toEqual(Array.from({ length: 1 + others }, () => [1, 2]).flat());
      const copies = lines.filter(({ record: { _id } }) => _id === failed._id);
      // A session that is deleted again is in a second file, without the attempts that are in the first one.
      expect(copies).toHaveLength(isKept ? 1 : 2);
      expect(await countAll(tenant)).toMatchObject({ sessions: isKept ? 1 : 0, attempts: 0 });
      expect(await listProblems(tenant)).toEqual([]);
    });
  },
);

test("a learner with two deleted sessions gets the one that began last", async () => {
  const tenant = service.newTenant();
  const courseId = await createCourse(tenant);
  const learner = learnerBody();
  const of = (_id: string, day: number): EndedSession => ({
    ...{ _id, courseId, userId: learner.userId, status: "failed", completedModules: [], attempts: day },
    startedAt: new Date(Date.UTC(2026, 0, day)),
  });
  const ended = tenant.scope().collection<EndedSession>("endedSessions");
  await ended.insertMany([of(newId("ses"), 1), of(newId("ses"), 3), of(newId("ses"), 2)]);
  expect(await enroll(tenant, courseId, learner)).toMatchObject({ attemptCount: 3 });
});

test("a session whose learner submits an attempt while it is archived is kept, with all its attempts", async () => {
  let change: (() => Promise<unknown>) | undefined;
  const { store, ...retention } = await createTestRetention(learning, service.running, {
    wrapStore: (folder) => ({
      ...folder,
      async get(name) {
        await change?.();
        change = undefined;
        return folder.get(name);
      },
    }),
  });
  const tenant = service.newTenant();
  const { _id } = await failTwice(tenant);
  await retention.setRules(tenant.call(), { sessions: { mode: "archive", days: 0 } });
  change = () => completeStep(tenant, _id, "exam", { score: 10 });
  await retention.sweep();
  expect(await countAll(tenant)).toEqual({ sessions: 1, attempts: 3, ended: 0 });
  expect(await store.list(`${tenant.businessId}/`)).toEqual([]);
  expect(await listProblems(tenant)).toEqual([]);
});

test("every session is found once, also when a search ends between two sessions", async () => {
  const tenant = service.newTenant();
  const ids: string[] = [];
  for (const status of ["completed", "failed", "completed", "exam", "failed"] as const) {
    const session = await createSession(tenant, status);
    if (status !== "exam") ids.push(session._id);
  }
  const found: string[] = [];
  const before = new Date(Date.now() + 1000);
  for (let after: string | undefined = ""; after !== undefined;) {
    const part: FoundHistory = await sessionHistory.find(tenant.scope(), { before, after, limit: 1 });
    found.push(...part.groups.map(([{ record }]) => record._id));
    after = part.next;
  }
  expect(found).toEqual(ids);
});

test("a search examines only what it finds, and no sessions that are younger or in progress", async () => {
  const tenant = service.newTenant();
  const of = (number: number): Session => ({
    ...{ _id: newId("ses"), courseId: "crs_1", userId: `u-${number}`, fullName: "", email: "" },
    ...{ status: number % 10 === 0 ? "failed" : "in_progress", completedModules: [], words: [], attempts: 0 },
    startedAt: new Date(Date.UTC(2026, 0, 1) + number * 1000),
  });
  await tenant
    .scope()
    .collection<Session>("sessions")
    .insertMany(Array.from({ length: 2000 }, (_, number) => of(number)));
  const before = new Date(Date.UTC(2026, 0, 1) + 500_000);
  const found: string[] = [];
  const database = service.running.context.config.MONGODB_DATABASE ?? "";
  const examined = await examinedDuring(database, async () => {
    for (let after: string | undefined = ""; after !== undefined;) {
      const part: FoundHistory = await sessionHistory.find(tenant.scope(), { before, after, limit: 40 });
      found.push(...part.groups.map(([{ record }]) => record._id));
      after = part.next;
    }
  });
  expect(found).toHaveLength(50);
  expect([examined > 0, examined <= 45]).toEqual([true, true]);
});
