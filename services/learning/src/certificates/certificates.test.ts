import { newId } from "@tenant-ops/kit/data";
import { propertyRuns, shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import { CertificateIssuedSchema, type LearningService, SessionStatusChangedSchema } from "@tenant-ops/proto/learning";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { learning } from "../learning.js";
import type { Session } from "../sessions/sessions.rules.js";
import { type SessionStatus, statuses } from "../sessions/sessions.rules.js";
import {
  completeStep,
  enroll,
  createCourse,
  createSession,
  settleAll,
  findStoredSession,
  type LearningTenant,
  withPreviewCheck,
} from "../testing.js";

let service: SharedTestService<typeof LearningService>;
beforeAll(async () => void (service = await shareTestService(learning)));

// `withPreviewCheck`: a preview that writes fails its test.
const newTenant: typeof service.newTenant = (given) => withPreviewCheck(service.newTenant(given));

describe("learning_propose_issue_certificate", () => {
  test("shows learner, course and score", async () => {
    const tenant = newTenant();
    const { _id: sessionId } = await createSession(tenant, "completed");
    const { preview, checks, warnings } = await tenant.rpc.proposeIssueCertificate({ sessionId });
    expect(preview).toMatchObject({
      sessionId,
      fullName: "Ana Pérez",
      title: "Primeros auxilios",
      score: 85,
      previousStatus: "completed",
      status: "certified",
    });
    expect(checks.every(({ ok }) => ok)).toBe(true);
    expect(warnings).toHaveLength(1);
  });

  test("warns, and does not refuse, when the course has isCertified false", async () => {
    const tenant = newTenant();
    const { _id: sessionId } = await createSession(tenant, "completed", { isCertified: false });
    const { checks, warnings } = await tenant.rpc.proposeIssueCertificate({ sessionId });
    expect(checks).toMatchObject([{ ok: true }, { name: "course_is_certified", ok: false }]);
    expect(warnings).toContain("The course has isCertified false; certify only if this is meant.");
    expect(await tenant.rpc.approveIssueCertificate({ sessionId })).toMatchObject({ status: "certified" });
  });
});

const refusals: [SessionStatus, string][] = statuses
  .filter((status) => status !== "completed")
  .map((status) => [status, status === "certified" ? "already_certified" : "session_not_completed"]);

describe("propose and approve refuse", () => {
  test.each(refusals)("a session that is %s: %s", async (status, code) => {
    const tenant = newTenant();
    const { _id: sessionId } = await createSession(tenant, status);
    const before = await findStoredSession(tenant, sessionId);
    await expect(tenant.rpc.proposeIssueCertificate({ sessionId })).rejects.toMatchObject({ code });
    await expect(tenant.rpc.approveIssueCertificate({ sessionId })).rejects.toMatchObject({ code });
    expect(await findStoredSession(tenant, sessionId)).toEqual(before);
  });

  test("a session that does not exist or belongs to another business", async () => {
    const tenant = newTenant();
    const othersSessionId = (await createSession(newTenant(), "completed"))._id;
    for (const sessionId of [newId("ses"), othersSessionId]) {
      const refusal = { code: "session_not_found" };
      await expect(tenant.rpc.proposeIssueCertificate({ sessionId })).rejects.toMatchObject(refusal);
      await expect(tenant.rpc.approveIssueCertificate({ sessionId })).rejects.toMatchObject(refusal);
    }
  });
});

describe("learning_approve_issue_certificate", () => {
  test("sets the status, stores the certificate and publishes both events", async () => {
    const tenant = newTenant();
    const { _id: sessionId } = await createSession(tenant, "completed");
    const { certificateId, issuedAt, status } = await tenant.rpc.approveIssueCertificate({ sessionId });
    expect(status).toBe("certified");
    expect(await findStoredSession(tenant, sessionId)).toMatchObject({
      status: "certified",
      certifiedAt: new Date(issuedAt),
      certificate: { certificateId, issuedBy: "key_test", score: 85 },
    });
    expect(await tenant.events(CertificateIssuedSchema)).toMatchObject([
      { certificateId, sessionId, score: 85, issuedAt },
    ]);
    expect((await tenant.events(SessionStatusChangedSchema)).at(-1)).toMatchObject({
      previousStatus: "completed",
      status: "certified",
    });
  });

  test("of ten approvals at once exactly one succeeds", async () => {
    const tenant = newTenant();
    const { _id: sessionId } = await createSession(tenant, "completed");
    const { succeeded, codes } = await settleAll(
      Array.from({ length: 10 }, () => tenant.rpc.approveIssueCertificate({ sessionId })),
    );
    expect({ succeeded, codes }).toEqual({ succeeded: 1, codes: ["already_certified"] });
    expect(await tenant.events(CertificateIssuedSchema)).toHaveLength(1);
  });

  test("the same approval sent twice issues one certificate and gets the same answer", async () => {
    const tenant = newTenant();
    const { _id: sessionId } = await createSession(tenant, "completed");
    const first = await tenant.rpc.approveIssueCertificate({ sessionId }, { idempotencyKey: "k" });
    expect(await tenant.rpc.approveIssueCertificate({ sessionId }, { idempotencyKey: "k" })).toEqual(first);
    expect(await tenant.events(CertificateIssuedSchema)).toHaveLength(1);
  });

  test("the list shows what the preview showed, for any attempts and with or without an exam", async () => {
    const tenant = newTenant();
    const withExam = await createCourse(tenant, { examApproveScore: 50 });
    const withoutExam = await createCourse(tenant);
    const sessionArbitrary = fc.record({
      scores: fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 4 }),
      hasExam: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(sessionArbitrary, async ({ scores, hasExam }) => {
        const { _id: sessionId } = await enroll(tenant, hasExam ? withExam : withoutExam);
        await completeStep(tenant, sessionId, "finish");
        if (hasExam)
          for (const score of scores) await completeStep(tenant, sessionId, "exam", { score }).catch(() => undefined);
        const [proposed] = await Promise.allSettled([tenant.rpc.proposeIssueCertificate({ sessionId })]);
        const [approved] = await Promise.allSettled([tenant.rpc.approveIssueCertificate({ sessionId })]);
        expect(approved.status).toBe(proposed.status);
        if (proposed.status === "rejected" || approved.status === "rejected") return;
        const { preview } = proposed.value;
        const issued = (await tenant.rpc.getCertificatesIssued({ limit: 1 })).items[0]!;
        expect(issued).toMatchObject({
          sessionId,
          fullName: preview!.fullName,
          email: preview!.email,
          title: preview!.title,
          slug: preview!.slug,
          completedAt: preview!.completedAt,
        });
        expect(issued.certificate?.score).toBe(preview!.score);
        expect((await findStoredSession(tenant, sessionId))?.status).toBe(preview!.status);
      }),
      { numRuns: propertyRuns(25) },
    );
  });
});

describe("learning_get_certificates_issued", () => {
  const issueAt = async (tenant: LearningTenant, at: string): Promise<string> => {
    const { _id: id } = await createSession(tenant, "certified");
    await tenant
      .scope()
      .collection<Session>("sessions")
      .updateOne({ _id: id }, { $set: { certifiedAt: new Date(at) } });
    return id;
  };

  test("lists the latest first, with learner, course and certificate", async () => {
    const tenant = newTenant();
    const older = await issueAt(tenant, "2026-03-01T12:00:00Z");
    const newer = await issueAt(tenant, "2026-03-02T12:00:00Z");
    await createSession(tenant, "completed");
    const { items, count } = await tenant.rpc.getCertificatesIssued({});
    expect(count).toBe(2);
    expect(items.map(({ sessionId }) => sessionId)).toEqual([newer, older]);
    expect(items[0]).toMatchObject({
      fullName: "Ana Pérez",
      title: "Primeros auxilios",
      certificate: { issuedAt: "2026-03-02T12:00:00.000Z", issuedBy: "key_test", score: 85 },
    });
  });

  test("filters by whole days in the time zone of the business, both ends included", async () => {
    const tenant = newTenant({ timeZone: "America/Mexico_City" });
    // The last evening of March in Mexico is the first of April in UTC.
    const evening = await issueAt(tenant, "2026-04-01T05:59:59.999Z");
    await issueAt(tenant, "2026-04-01T06:00:00Z");
    const first = await issueAt(tenant, "2026-03-31T06:00:00Z");
    const { items } = await tenant.rpc.getCertificatesIssued({ dateFrom: "2026-03-31", dateTo: "2026-03-31" });
    expect(items.map(({ sessionId }) => sessionId)).toEqual([evening, first]);
  });

  test.each([
    { dateFrom: "2026-04-02", dateTo: "2026-04-01" },
    { dateFrom: "2026-02-30" },
    { dateTo: "yesterday" },
    { limit: 0 },
    { cursor: "x" },
  ])("%j is refused", async (request) => {
    const { code } = await service
      .newTenant()
      .rpc.getCertificatesIssued(request)
      .then(
        () => ({ code: "none" }),
        (error: { code: string }) => error,
      );
    expect(code).toMatch(/^invalid_(argument|cursor)$/);
  });
});
