import type { MessageInitShape } from "@bufbuild/protobuf";
import { repairCounts } from "@tenant-ops/kit/data";
import type { TestService, TestTenant } from "@tenant-ops/kit/testing";
import type { CreateCourseRequestSchema, LearningService } from "@tenant-ops/proto/learning";
import { expect } from "vitest";
import type { Course } from "./courses/courses.rules.js";
import { countSources } from "./daily-counts.js";
import type { Session, SessionStatus } from "./sessions/sessions.rules.js";

export type LearningTenant = TestTenant<typeof LearningService>;

/** The same tenant with previews that fail the test when they write something. */
export function withPreviewCheck(tenant: LearningTenant): LearningTenant {
  const { rpc } = tenant;
  const assertNoWrites =
    <Request, Reply>(preview: (request: Request) => Promise<Reply>) =>
    async (request: Request): Promise<Reply> => {
      let outcome: PromiseSettledResult<Reply>[] = [];
      const writes = await tenant.writesDuring(async () => {
        outcome = await Promise.allSettled([preview(request)]);
      });
      expect(writes).toEqual([]);
      return unwrap(outcome[0]!);
    };
  return {
    ...tenant,
    rpc: {
      ...rpc,
      proposeCreateCourse: assertNoWrites(rpc.proposeCreateCourse),
      proposeUpdateCourse: assertNoWrites(rpc.proposeUpdateCourse),
      proposeIssueCertificate: assertNoWrites(rpc.proposeIssueCertificate),
      proposeCertificateBatch: assertNoWrites(rpc.proposeCertificateBatch),
      proposeEnrollments: assertNoWrites(rpc.proposeEnrollments),
      proposeCourseModules: assertNoWrites(rpc.proposeCourseModules),
    },
  };
}

function unwrap<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === "fulfilled") return settled.value;
  throw settled.reason;
}

let courseCount = 0;
let learnerCount = 0;

export const courseRequest = (given: MessageInitShape<typeof CreateCourseRequestSchema> = {}) => ({
  title: "Primeros auxilios",
  slug: `curso-${++courseCount}`,
  ...given,
});

/** Creates a course, published and with modules unless `given` says otherwise, and returns its id. */
export async function createCourse(
  tenant: LearningTenant,
  given: {
    modules?: string[];
    optional?: string[];
    examApproveScore?: number;
    isCertified?: boolean;
    published?: boolean;
  } = {},
): Promise<string> {
  const { modules = [], optional = [], examApproveScore, isCertified = true, published = true } = given;
  const { id } = await tenant.rpc.approveCreateCourse(
    courseRequest({ isCertified, ...(examApproveScore !== undefined && { examApproveScore }) }),
  );
  const moduleIds = [...modules, ...optional];
  if (moduleIds.length > 0) {
    const body = { modules: moduleIds.map((name) => ({ _id: name, title: name, required: modules.includes(name) })) };
    await readSuccess(tenant.http("PUT", `/v1/public/courses/${id}/modules`, { body }));
  }
  if (published) await tenant.rpc.approveUpdateCourse({ courseId: id, published });
  return id;
}

/** The body of an enrollment. */
export const learnerBody = (given: object = {}) => {
  const userId = `user-${++learnerCount}`;
  return { userId, fullName: "Ana Pérez", email: `${userId}@example.com`, ...given };
};

/** A session as REST returns it. */
interface SessionJson {
  _id: string;
  courseId: string;
  userId: string;
  status: SessionStatus;
  currentModule?: string;
  completedModules: string[];
  score?: number;
  examStatus: string;
  attemptCount: number;
}

export const enroll = (
  tenant: LearningTenant,
  courseId: string,
  learner: object = learnerBody(),
): Promise<SessionJson> =>
  readSuccess(tenant.http("POST", `/v1/public/courses/${courseId}/sessions`, { body: learner }));

/** POST `progress`, `finish` or `exam` of a session. */
export const postStep = (tenant: LearningTenant, sessionId: string, path: string, body: object = {}, headers = {}) =>
  tenant.http("POST", `/v1/public/sessions/${sessionId}/${path}`, { body, headers });

/** The same for a step that must succeed. */
export const completeStep = (
  tenant: LearningTenant,
  sessionId: string,
  path: string,
  body: object = {},
): Promise<SessionJson> => readSuccess(postStep(tenant, sessionId, path, body));

/** Sends a REST request. An `Idempotency-Key` goes with it when one is given. */
export async function send(tenant: LearningTenant, method: string, path: string, body?: unknown, key?: string) {
  const headers = key && { headers: { "idempotency-key": key } };
  const response = await tenant.http(method, path, { ...headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  return {
    status: response.status,
    body: (text ? JSON.parse(text) : undefined) as Record<string, unknown>,
    replayed: response.headers.get("idempotent-replayed") === "true",
  };
}

/** The pages of a list, each with two items. */
export async function readPages(tenant: LearningTenant, path: string): Promise<Record<string, unknown>[][]> {
  const pages: Record<string, unknown>[][] = [];
  for (let cursor: unknown = "", more: unknown = true; more;) {
    const { body } = await send(
      tenant,
      "GET",
      `${path}${path.includes("?") ? "&" : "?"}limit=2&cursor=${String(cursor)}`,
    );
    pages.push(body["items"] as Record<string, unknown>[]);
    ({ next_cursor: cursor = "", has_more: more } = body);
  }
  return pages;
}

/** The body of a response. Fails unless the status is a success. */
export async function readSuccess(responding: Promise<Response>): Promise<SessionJson> {
  const response = await responding;
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as SessionJson;
}

/** Creates a session of a course with an exam at 70 and moves it to a status as learners do. */
export async function createSession(
  tenant: LearningTenant,
  status: SessionStatus,
  given: { isCertified?: boolean } = {},
): Promise<SessionJson> {
  const courseId = await createCourse(tenant, { modules: ["intro"], examApproveScore: 70, ...given });
  const session = await enroll(tenant, courseId);
  const { _id: sessionId } = session;
  if (status === "in_progress") return session;
  const afterModule = await completeStep(tenant, sessionId, "progress", { moduleId: "intro" });
  if (status === "exam") return afterModule;
  const afterExam = await completeStep(tenant, sessionId, "exam", { score: status === "failed" ? 40 : 85 });
  if (status === "certified") await tenant.rpc.approveIssueCertificate({ sessionId });
  return { ...afterExam, status };
}

export const findStoredSession = (tenant: LearningTenant, sessionId: string): Promise<Session | null> =>
  tenant.scope().collection<Session>("sessions").findOne({ _id: sessionId });

export const findStoredCourse = (tenant: LearningTenant, courseId: string): Promise<Course | null> =>
  tenant.scope().collection<Course>("courses").findOne({ _id: courseId });

/** Changes when sessions began, and counts again: the statistics are counters. */
export async function moveEnrollments(
  { running }: TestService<typeof LearningService>,
  tenant: LearningTenant,
  startedAt: ReadonlyMap<string, Date>,
): Promise<void> {
  const sessions = tenant.scope().collection<Session>("sessions");
  for (const [_id, at] of startedAt) await sessions.updateOne({ _id }, { $set: { startedAt: at } });
  for (const source of countSources) await repairCounts(running.context.db, source);
}

/** Waits for calls that run at once. Returns how many succeeded, and the distinct error codes of the others. */
export async function settleAll(calls: Promise<unknown>[]): Promise<{ succeeded: number; codes: string[] }> {
  const settled = await Promise.allSettled(calls);
  const codes = settled.flatMap((one) => (one.status === "rejected" ? [(one.reason as { code: string }).code] : []));
  return { succeeded: settled.length - codes.length, codes: [...new Set(codes)] };
}
