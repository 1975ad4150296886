import type { TestTenant } from "@tenant-ops/kit/testing";
import type { MessageInitShape } from "@bufbuild/protobuf";
import type { CreateCourseRequestSchema, LearningService } from "@tenant-ops/proto/learning";
import { expect } from "vitest";
import type { SessionStatus } from "./statuses.rules.js";
import type { Session } from "./sessions.store.js";
import type { Course } from "./courses.store.js";

export type Tenant = TestTenant<typeof LearningService>;

/** The same tenant, but a preview of it that writes anything fails the test. */
export function watched(tenant: Tenant): Tenant {
  const { rpc } = tenant;
  const watch =
    <Request, Reply>(preview: (request: Request) => Promise<Reply>) =>
    async (request: Request): Promise<Reply> => {
      let outcome: PromiseSettledResult<Reply>[] = [];
      const writes = await tenant.writesDuring(async () => {
        outcome = await Promise.allSettled([preview(request)]);
      });
      expect(writes).toEqual([]);
      return resultOf(outcome[0]!);
    };
  return {
    ...tenant,
    rpc: {
      ...rpc,
      proposeCreateCourse: watch(rpc.proposeCreateCourse),
      proposeUpdateCourse: watch(rpc.proposeUpdateCourse),
      proposeIssueCertificate: watch(rpc.proposeIssueCertificate),
    },
  };
}

function resultOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === "fulfilled") return settled.value;
  throw settled.reason;
}

let courses = 0;
let learners = 0;

export const aCourse = (given: MessageInitShape<typeof CreateCourseRequestSchema> = {}) => ({
  title: "Primeros auxilios",
  slug: `curso-${++courses}`,
  ...given,
});

/** A published course with these modules; one exam when a score is given. */
export async function givenCourse(
  tenant: Tenant,
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
    aCourse({ isCertified, ...(examApproveScore !== undefined && { examApproveScore }) }),
  );
  const all = [...modules, ...optional];
  if (all.length > 0) {
    const body = { modules: all.map((name) => ({ id: name, title: name, required: modules.includes(name) })) };
    await answerOf(tenant.http("PUT", `/v1/public/courses/${id}/modules`, { body }));
  }
  if (published) await tenant.rpc.approveUpdateCourse({ courseId: id, published });
  return id;
}

export const aLearner = (given: object = {}) => {
  const user_id = `user-${++learners}`;
  return { user_id, fullName: "Ana Pérez", email: `${user_id}@example.com`, ...given };
};

/** A session as REST answers it. */
export interface SessionJson {
  session_id: string;
  course_id: string;
  user_id: string;
  status: SessionStatus;
  currentModule?: string;
  completedModules: string[];
  score?: number;
  examStatus: string;
  attempts?: { n: number; score: number; passed: boolean }[];
}

export const enroll = (tenant: Tenant, courseId: string, learner: object = aLearner()): Promise<SessionJson> =>
  answerOf(tenant.http("POST", `/v1/public/courses/${courseId}/sessions`, { body: learner }));

export const step = (tenant: Tenant, sessionId: string, path: string, body: object = {}, headers = {}) =>
  tenant.http("POST", `/v1/public/sessions/${sessionId}/${path}`, { body, headers });

export const doStep = (tenant: Tenant, sessionId: string, path: string, body: object = {}): Promise<SessionJson> =>
  answerOf(step(tenant, sessionId, path, body));

/** The body of an answer that must be a yes. */
export async function answerOf(asked: Promise<Response>): Promise<SessionJson> {
  const response = await asked;
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as SessionJson;
}

/** A session of a course with an exam at 70, led to a status the way learners get there. */
export async function givenSession(
  tenant: Tenant,
  status: SessionStatus,
  given: { isCertified?: boolean } = {},
): Promise<SessionJson> {
  const courseId = await givenCourse(tenant, { modules: ["intro"], examApproveScore: 70, ...given });
  const session = await enroll(tenant, courseId);
  const { session_id: sessionId } = session;
  if (status === "in_progress") return session;
  const inExam = await doStep(tenant, sessionId, "progress", { moduleId: "intro" });
  if (status === "exam") return inExam;
  const judged = await doStep(tenant, sessionId, "exam", { score: status === "failed" ? 40 : 85 });
  if (status === "certified") await tenant.rpc.approveIssueCertificate({ sessionId });
  return { ...judged, status };
}

export const storedSession = (tenant: Tenant, sessionId: string): Promise<Session | null> =>
  tenant.scope().collection<Session>("sessions").findOne({ _id: sessionId });

export const storedCourse = (tenant: Tenant, courseId: string): Promise<Course | null> =>
  tenant.scope().collection<Course>("courses").findOne({ _id: courseId });

/** What came of calls that ran at once: how many went through, and the codes of the others. */
export async function outcomes(calls: Promise<unknown>[]): Promise<{ done: number; codes: string[] }> {
  const settled = await Promise.allSettled(calls);
  const codes = settled.flatMap((one) => (one.status === "rejected" ? [(one.reason as { code: string }).code] : []));
  return { done: settled.length - codes.length, codes: [...new Set(codes)] };
}
