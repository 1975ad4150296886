import {
  listCountDifferences,
  readCounted,
  propertyRuns,
  startTestService,
  type TestService,
} from "@tenant-ops/kit/testing";
import type { LearningService } from "@tenant-ops/proto/learning";
import { enrollments as enrollmentCounts } from "@tenant-ops/rest/analytics";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countSources } from "./daily-counts.js";
import { learning } from "./learning.js";
import {
  completeStep,
  createCourse,
  createSession,
  enroll,
  findStoredSession,
  learnerBody,
  type LearningTenant,
  moveEnrollments,
  postStep,
  send,
} from "./testing.js";

// Two processes with one database.
let processes: TestService<typeof LearningService>[];
beforeAll(async () => {
  const first = await startTestService(learning);
  const settings = { MONGODB_DATABASE: first.running.context.db.name };
  processes = [first, await startTestService(learning, settings)];
});
afterAll(async () => {
  for (const service of processes) await service.close();
});

const getFirst = () => processes[0] as TestService<typeof LearningService>;
const path = "/v1/public/learning/daily-counts";
const listDifferences = ({ businessId }: LearningTenant) =>
  listCountDifferences(getFirst().running.context.db, businessId, countSources);

/** The time of day there, such as 23:59. */
const toClock = (timeZone: string) =>
  new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(
    new Date(),
  );

test("enrollments, completions and certificates are counted on the day on which they happen", async () => {
  // Both time zones differ from UTC by a part of an hour. Their days end at different times, so at least one of them is not about to end.
  const [timeZone = ""] = ["Asia/Kathmandu", "Asia/Kolkata"].filter((zone) => !toClock(zone).startsWith("23:5"));
  const tenant = getFirst().newTenant({ timeZone });
  for (const status of ["in_progress", "failed", "completed", "certified"] as const)
    await createSession(tenant, status);
  const { status, body } = await send(tenant, "GET", path);
  expect(status).toBe(200);
  const days = body["days"] as { day: string }[];
  expect(days).toHaveLength(30);
  const counts = { enrollments: 4, completions: 2, certificates: 1 };
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone }).format(new Date());
  expect(days.at(-1)).toEqual({ day: today, counts });
  expect(body).toMatchObject({ timeZone, totals: counts });
  const past = await send(tenant, "GET", `${path}?dateFrom=2026-01-01&dateTo=2026-01-02`);
  const none = { enrollments: 0, completions: 0, certificates: 0 };
  expect(past.body["days"]).toEqual(["2026-01-01", "2026-01-02"].map((day) => ({ day, counts: none })));
  expect((await send(getFirst().newTenant(), "GET", path)).body["totals"]).toEqual(none);
  const byCourse = await readCounted(tenant, enrollmentCounts, ["course"]);
  const add = (name: string) => byCourse.reduce((sum, row) => sum + (row.counts[name] ?? 0), 0);
  expect([add("started"), add("completed"), add("certified")]).toEqual([4, 2, 1]);
  expect(byCourse.flatMap(({ labels }) => labels)).not.toContain("");
  expect(await readCounted(getFirst().newTenant(), enrollmentCounts)).toEqual([]);
});

test.each([
  ["dateFrom=2025-01-01&dateTo=2026-03-01", "425 days; 366 is the most"],
  ["dateFrom=2026-03-02&dateTo=2026-03-01", "Swap the two"],
  ["dateFrom=2026-02-30", "no day of the calendar"],
  ["dateFrom=2026-02-03T10:00:00Z", "must be a date such as 2026-11-21"],
  ["days=7", "days"],
])("?%s is refused", async (query, detail) => {
  const { status, body } = await send(getFirst().newTenant(), "GET", `${path}?${query}`);
  expect([status, body["error"]]).toEqual([422, "invalid_argument"]);
  expect(body["detail"]).toContain(detail);
});

test("a repeated step with the same key counts once", async () => {
  const tenant = getFirst().newTenant();
  const courseId = await createCourse(tenant);
  const { _id } = await enroll(tenant, courseId);
  const key = { "idempotency-key": "finish-1" };
  await Promise.all(Array.from({ length: 4 }, () => postStep(tenant, _id, "finish", {}, key)));
  await postStep(tenant, _id, "finish", {}, key);
  expect((await send(tenant, "GET", path)).body["totals"]).toMatchObject({ enrollments: 1, completions: 1 });
  expect(await listDifferences(tenant)).toEqual([]);
});

test("counters equal a full count after parallel actions of learners in two processes", async () => {
  const step = fc.record({
    process: fc.constantFrom(0, 1),
    learner: fc.integer({ min: 0, max: 3 }),
    action: fc.constantFrom("finish", "pass", "fail", "certify"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
      const tenant = getFirst().newTenant();
      const tenants = processes.map((service) => service.newTenant({ businessId: tenant.businessId }));
      const courseId = await createCourse(tenant, { examApproveScore: 60 });
      const bodies = Array.from({ length: 4 }, () => learnerBody());
      // Both processes enroll the same learners.
      const enrolled = await Promise.all(
        bodies.flatMap((learner) => tenants.map((one) => enroll(one, courseId, learner))),
      );
      const ids = [...new Set(enrolled.map(({ _id }) => _id))];
      expect(ids).toHaveLength(4);
      await Promise.allSettled(
        steps.map(({ process, learner, action }) => act(tenants[process]!, ids[learner]!, action)),
      );
      expect(await listDifferences(tenant)).toEqual([]);
      const stats = await tenant.rpc.getEnrollmentStats({ courseId });
      expect(stats.totalEnrollments).toBe(4);
    }),
    { numRuns: propertyRuns(8) },
  );
});

function act(tenant: LearningTenant, sessionId: string, action: string): Promise<unknown> {
  if (action === "finish") return completeStep(tenant, sessionId, "finish");
  if (action === "certify") return tenant.rpc.approveIssueCertificate({ sessionId });
  return completeStep(tenant, sessionId, "exam", { score: action === "pass" ? 80.5 : 33.3 });
}

test("a range with a time of day is exact, also within a quarter of an hour", async () => {
  const tenant = getFirst().newTenant({ timeZone: "UTC" });
  const { _id, courseId } = await createSession(tenant, "failed");
  await moveEnrollments(getFirst(), tenant, new Map([[_id, new Date("2026-04-01T10:07:30.500Z")]]));
  const count = async (dateFrom: string, dateTo: string) =>
    (await tenant.rpc.getEnrollmentStats({ courseId, dateFrom, dateTo })).totalEnrollments;
  const at = "2026-04-01T10:07:30.500Z";
  expect(await count(at, at)).toBe(1);
  expect(await count("2026-04-01T10:07:30.501Z", "2026-04-03T10:20:01Z")).toBe(0);
  expect(await count("2026-03-31T10:01:00Z", "2026-04-01T10:07:30.499Z")).toBe(0);
  expect(await count("2026-03-31T10:01:00Z", "2026-04-01T10:07:30.500Z")).toBe(1);
  expect(await count("2026-04-01", "2026-04-01")).toBe(1);
});

test("missing and wrong counters are reported, and repaired while the service runs", async () => {
  const tenant = getFirst().newTenant();
  await createSession(tenant, "certified");
  const { _id } = await createSession(tenant, "exam");
  const rows = tenant.scope().collection("dailyCounts");
  for (const { _id: id } of await rows.find({})) await rows.deleteOne({ _id: id });
  expect(await listDifferences(tenant)).not.toEqual([]);
  const { startedAt } = (await findStoredSession(tenant, _id))!;
  await Promise.all([
    moveEnrollments(getFirst(), tenant, new Map([[_id, startedAt]])),
    ...Array.from({ length: 5 }, () => createSession(tenant, "completed")),
  ]);
  expect(await listDifferences(tenant)).toEqual([]);
  expect((await tenant.rpc.getEnrollmentStats({})).totalEnrollments).toBe(7);
});
