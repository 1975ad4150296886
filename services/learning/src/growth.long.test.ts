import { randomBytes } from "node:crypto";
import { type DailyCountRow, newId, toPersonWords, toSearchWords } from "@tenant-ops/kit/data";
import {
  callRpc,
  examinedDuring,
  readsDuring,
  seedDatabase,
  startTestService,
  type TestService,
} from "@tenant-ops/kit/testing";
import { LearningService } from "@tenant-ops/proto/learning";
import { afterAll, beforeAll, expect, test } from "vitest";
import { learning } from "./learning.js";
import type { Course } from "./courses/courses.rules.js";
import type { ExamAttempt } from "./courses/exams.rules.js";
import type { LearningTenant } from "./testing.js";
import type { Session, SessionStatus } from "./sessions/sessions.rules.js";

// A business with 100,000 rows in every collection that grows. What a call reads into the process is bounded, because decoding
// it holds the event loop, and all other businesses wait meanwhile (docs/decisions/0020-campaign-totals-and-quotas.md).

const rows = 100_000;
/** A page of 500, one row more, and the records that they name. */
const documentsMax = 1100;
const bytesAtOnceMax = 1_000_000;

const businessId = newId("biz");
const database = `test_growth_learning_${randomBytes(4).toString("hex")}`;
let service: TestService<typeof LearningService>;
let tenant: LearningTenant;

const pad = (number: number) => String(number).padStart(6, "0");
const timeOf = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 60_000);

/** The newest 600 courses have as many modules as a course can have. */
const course = (number: number): Course & { businessId: string } => ({
  _id: `crs_${pad(number)}`,
  businessId,
  title: `Course ${number}`,
  words: toSearchWords(`Course ${number}`),
  slug: `course-${number}`,
  description: "x".repeat(500),
  published: true,
  isCertified: true,
  examApproveScore: 60,
  modules: Array.from({ length: number >= rows - 600 ? 200 : 1 }, (_, index) => ({
    id: `module-${index}`,
    title: "A module with a title of usual length",
    order: index,
    required: true,
  })),
  createdAt: timeOf(number),
  updatedAt: timeOf(number),
  country: "MX",
  createdBy: "key_1",
});

const statuses: SessionStatus[] = ["in_progress", "exam", "completed", "certified", "failed"];
/**
 * The older half of the sessions is in the first course, completed before it had an exam. The others have all statuses; the newest 600
 * of them are nearly complete in the wide courses, the others in the second course.
 */
const isBeforeExam = (number: number) => number > 0 && number < rows / 2;
const toStatus = (number: number) => (number < rows / 2 ? "completed" : statuses[number % statuses.length]!);
const hasEnteredExam = (number: number) => !isBeforeExam(number) && toStatus(number) !== "in_progress";
const toName = (number: number) => (number === 7 ? "Zoé Quiroga" : "Ana Pérez");
const quirogaWords = toPersonWords({ fullName: toName(7), email: "ana@example.com" });
const perezWords = toPersonWords({ fullName: toName(0), email: "ana@example.com" });
const toCourseNumber = (number: number) => (number >= rows - 600 ? number : Number(number >= rows / 2));
const session = (number: number): Session & { businessId: string } => ({
  _id: `ses_${pad(number)}`,
  businessId,
  courseId: `crs_${pad(toCourseNumber(number))}`,
  userId: `user-${number}`,
  fullName: toName(number),
  email: "ana@example.com",
  words: number === 7 ? quirogaWords : perezWords,
  status: toStatus(number),
  completedModules: Array.from({ length: number >= rows - 600 ? 199 : 0 }, (_, index) => `module-${index}`),
  attempts: number === 0 ? rows : Number(hasEnteredExam(number)),
  score: 70,
  startedAt: timeOf(number),
  ...(hasEnteredExam(number) && { examStartedAt: timeOf(number) }),
  completedAt: timeOf(number),
  certifiedAt: timeOf(number),
  ...(number >= rows / 2 &&
    statuses[number % statuses.length] === "certified" && {
      certificate: { certificateId: `cert_${pad(number)}`, issuedBy: "key_1", score: 70 },
    }),
});

/** One learner has taken the exam very often. */
const attempt = (number: number): ExamAttempt & { businessId: string } => ({
  _id: `exa_${pad(number)}`,
  businessId,
  sessionId: `ses_${pad(0)}`,
  courseId: `crs_${pad(0)}`,
  n: number + 1,
  score: 10,
  passed: false,
  at: timeOf(number),
});

/** The counters of all courses and of each one, as the sessions make them: a total, and the day of enrollment in UTC. */
const dayOf = (number: number) => Math.floor(number / minutesPerDay);
const minutesPerDay = 24 * 60;
const countRow = (subject: string, day: number | null, sessions: number): DailyCountRow & { businessId: string } => {
  // Of every status, because calls of this test change the statuses of sessions.
  const byStatus = Object.fromEntries(statuses.map((status) => [status, sessions]));
  const sums = { ...byStatus, examsStarted: sessions, examsHandedIn: sessions, scores: 70 * sessions };
  const quarters = sessions === 1 ? 1 : 96;
  const perQuarter = Array.from({ length: quarters }, (_, quarter) => [quarter, { exam: sessions / quarters }]);
  return {
    _id: `${businessId}|${subject}|${day ?? "all"}|0`,
    businessId,
    subject,
    day: day === null ? null : new Date(Date.UTC(2026, 0, 1 + day)),
    sums,
    ...(day !== null && { quarters: Object.fromEntries(perQuarter) }),
  };
};

beforeAll(async () => {
  await seedDatabase(database, {
    dailyCounts: {
      count: 2 * rows + dayOf(rows) + 2,
      toRow: (index) => {
        if (index < rows) return countRow(`crs_${pad(index)}`, null, 1);
        if (index < 2 * rows) return countRow(`crs_${pad(index - rows)}`, dayOf(index - rows), 1);
        const day = index - 2 * rows;
        return day > dayOf(rows) ? countRow("", null, rows) : countRow("", day, minutesPerDay);
      },
    },
    courses: { count: rows, toRow: course },
    sessions: { count: rows, toRow: session },
    examAttempts: { count: rows, toRow: attempt },
  });
  service = await startTestService(learning, { MONGODB_DATABASE: database, QUOTA_COURSES: String(2 * rows) });
  tenant = service.newTenant({ businessId });
});
afterAll(() => service.close());

/** Values for fields of requests, by the name of the field. */
const values = {
  limit: 500,
  courseId: `crs_${pad(rows - 1)}`,
  sessionId: `ses_${pad(rows - 3)}`,
  id: `crs_${pad(rows - 1)}`,
  title: "New",
  slug: "new",
};

async function expectBoundedReads(call: () => Promise<unknown>): Promise<void> {
  const { documents, bytesAtOnce } = await readsDuring(service.running, businessId, call);
  expect(documents).toBeLessThanOrEqual(documentsMax);
  expect(bytesAtOnce).toBeLessThanOrEqual(bytesAtOnceMax);
}

test.each(LearningService.methods)("$name reads a bounded number of documents", async (method) => {
  const call = () => callRpc(tenant.rpc, method, values);
  // Some writes are refused, but only after the reads that are counted here.
  const isRead = /^(list|get)/.test(method.localName);
  await expectBoundedReads(() => (isRead ? call() : call().catch(() => undefined)));
});

test.each([["getCourseProgress"], ["getEnrollmentStats"], ["getExamResults"]] as const)(
  "%s of all courses reads a bounded number of documents",
  (rpc) => expectBoundedReads(() => tenant.rpc[rpc]({ ...(rpc === "getCourseProgress" && { limit: 500 }) })),
);

test.each([
  ["/v1/public/courses/exam-statistics", 0],
  ["/v1/public/courses/statistics", 0],
  [`/v1/public/courses/statistics?courseId=crs_${pad(rows / 2)}`, 0],
  ["/v1/public/courses/statistics?dateFrom=2026-01-05&dateTo=2026-01-24", 20],
  ["/v1/public/courses/statistics?dateFrom=2026-01-05T10:10:00Z&dateTo=2026-01-24T08:01:00Z", 20],
  ["/v1/public/learning/daily-counts?dateFrom=2026-01-05&dateTo=2026-02-03", 30],
])("GET %s examines at most 16 records per day and for the totals", async (path, days) => {
  const read = async () => expect([path, (await tenant.http("GET", path)).status]).toEqual([path, 200]);
  expect(await examinedDuring(database, read, businessId)).toBeLessThanOrEqual(16 * (days + 1));
});

const certified = rows - 2;

test.each([
  `/v1/public/courses/${values.courseId}`,
  `/v1/public/courses/${values.courseId}/modules`,
  "/v1/public/courses?limit=500",
  "/v1/public/courses?limit=500&published=true",
  "/v1/public/courses?limit=500&published=false",
  `/v1/public/courses?slug=course-${rows / 2}`,
  "/v1/public/courses?limit=500&search=course",
  "/v1/public/courses?limit=500&search=course&published=false",
  `/v1/public/courses?search=course&slug=course-${rows / 2}`,
  `/v1/public/sessions/ses_${pad(0)}`,
  `/v1/public/sessions/ses_${pad(0)}/attempts?limit=500`,
  "/v1/public/sessions?limit=500",
  "/v1/public/sessions?limit=500&status=failed",
  "/v1/public/sessions?limit=500&examStatus=failed",
  "/v1/public/sessions?limit=500&dateTo=2026-01-10",
  // All, one and none.
  "/v1/public/sessions?limit=500&student=P%C3%89REZ",
  "/v1/public/sessions?student=zoe%20qui",
  "/v1/public/sessions?student=pereza",
  "/v1/public/sessions?student=quiroga@example.com",
  // One session of these days has passed.
  "/v1/public/sessions?examStatus=passed&dateTo=2026-01-20",
  `/v1/public/sessions?examStatus=passed&courseId=crs_${pad(0)}`,
  `/v1/public/sessions?examStatus=none&courseId=crs_${pad(0)}&limit=500`,
  // None of these have it.
  `/v1/public/sessions?examStatus=none&courseId=crs_${pad(1)}`,
  `/v1/public/sessions?examStatus=not_started&courseId=crs_${pad(1)}&limit=500`,
  `/v1/public/sessions?userId=user-${rows / 2}`,
  `/v1/public/courses/${values.courseId}/sessions?status=exam`,
  "/v1/public/certificates?limit=500",
  "/v1/public/certificates?limit=500&dateTo=2026-01-10",
  `/v1/public/certificates?courseId=crs_${pad(certified)}`,
  `/v1/public/certificates?userId=user-${certified}`,
  `/v1/public/certificates/cert_${pad(certified)}`,
])("GET %s examines a bounded number of documents", async (path) => {
  const read = async () => expect([path, (await tenant.http("GET", path)).status]).toEqual([path, 200]);
  await expectBoundedReads(async () =>
    expect(await examinedDuring(database, read, businessId)).toBeLessThanOrEqual(documentsMax),
  );
});
