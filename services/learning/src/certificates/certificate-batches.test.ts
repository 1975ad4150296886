import { newId } from "@tenant-ops/kit/data";
import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import { CertificateIssuedSchema, type LearningService, SessionStatusChangedSchema } from "@tenant-ops/proto/learning";
import { beforeAll, describe, expect, test } from "vitest";
import { learning } from "../learning.js";
import type { Session } from "../sessions/sessions.rules.js";
import { createCourse, createSession, enroll, type LearningTenant, settleAll, withPreviewCheck } from "../testing.js";

let service: SharedTestService<typeof LearningService>;
beforeAll(async () => void (service = await shareTestService(learning)));

// `withPreviewCheck`: a preview that writes fails its test.
const newTenant: typeof service.newTenant = (given) => withPreviewCheck(service.newTenant(given));

/** Completed sessions of one course without an exam. */
async function completedSessions(tenant: LearningTenant, count: number, isCertified = true): Promise<string[]> {
  const courseId = await createCourse(tenant, { isCertified });
  const { _id: first, ...rest } = await enroll(tenant, courseId);
  const [stored] = await sessionsOf(tenant).find({ _id: first });
  if (!stored) throw new Error("the session is not stored");
  await sessionsOf(tenant).updateOne({ _id: first }, { $set: { status: "completed", completedAt: new Date() } });
  // Copies, because a hundred learners who do all steps would take long.
  const copies = Array.from({ length: count - 1 }, (_, index) => ({
    ...stored,
    _id: newId("ses"),
    userId: `${rest.userId}-${index}`,
    status: "completed" as const,
    completedAt: new Date(),
  }));
  await sessionsOf(tenant).insertMany(copies);
  return [first, ...copies.map(({ _id }) => _id)];
}

const sessionsOf = (tenant: LearningTenant) => tenant.scope().collection<Session>("sessions");

const countCertified = (tenant: LearningTenant) => sessionsOf(tenant).count({ status: "certified" });

describe("learning_propose_certificate_batch", () => {
  test("says of each session whether it can be certified, in the order asked for", async () => {
    const tenant = newTenant();
    const { _id: done } = await createSession(tenant, "completed");
    const { _id: learningStill } = await createSession(tenant, "in_progress");
    const { _id: certified } = await createSession(tenant, "certified");
    const unknown = newId("ses");
    const sessionIds = [learningStill, done, unknown, certified];
    const { preview, checks, warnings } = await tenant.rpc.proposeCertificateBatch({ sessionIds });
    expect(preview).toMatchObject({
      total: 4,
      certifiable: 1,
      sessions: [
        { sessionId: learningStill, canBeCertified: false, reason: "session_not_completed", status: "in_progress" },
        { sessionId: done, canBeCertified: true, fullName: "Ana Pérez", title: "Primeros auxilios", score: 85 },
        { sessionId: unknown, canBeCertified: false, reason: "session_not_found" },
        { sessionId: certified, canBeCertified: false, reason: "already_certified", status: "certified" },
      ],
    });
    for (const one of preview!.sessions) expect(one.detail).toMatch(one.canBeCertified ? /^$/ : /\w.+\.$/);
    expect(checks).toMatchObject([
      { name: "all_can_be_certified", ok: false, detail: "1 of 4 sessions can be certified." },
    ]);
    expect(warnings[0]).toBe(
      "Approving this list is refused: 3 sessions cannot be certified. Leave them out and propose the others again.",
    );
  });

  test("warns of courses that are not meant to end with a certificate", async () => {
    const tenant = newTenant();
    const sessionIds = await completedSessions(tenant, 2, false);
    const { checks, warnings } = await tenant.rpc.proposeCertificateBatch({ sessionIds });
    expect(checks).toMatchObject([{ ok: true }]);
    expect(warnings).toContain("2 sessions are of courses with isCertified false; certify only if this is meant.");
  });

  test("a session of another business looks like an unknown one", async () => {
    const { _id: foreign } = await createSession(newTenant(), "completed");
    const tenant = newTenant();
    const ask = async (id: string) => {
      const { preview } = await tenant.rpc.proposeCertificateBatch({ sessionIds: [id] });
      return JSON.stringify(preview).replaceAll(id, "<id>");
    };
    expect(await ask(foreign)).toBe(await ask(newId("ses")));
    expect(await ask(foreign)).toContain("session_not_found");
  });
});

test.each<[string, (id: string) => string[]]>([
  ["no session", () => []],
  ["a session twice", (id) => [id, id]],
  ["101 sessions", (id) => [id, ...Array.from({ length: 100 }, () => newId("ses"))]],
  ["an empty id", (id) => [id, ""]],
])("propose and approve refuse %s", async (_, toIds) => {
  const tenant = newTenant();
  const [id = ""] = await completedSessions(tenant, 1);
  const refusal = { code: "invalid_argument", detail: expect.stringContaining("session_ids") as string };
  await expect(tenant.rpc.proposeCertificateBatch({ sessionIds: toIds(id) })).rejects.toMatchObject(refusal);
  await expect(tenant.rpc.approveCertificateBatch({ sessionIds: toIds(id) })).rejects.toMatchObject(refusal);
  expect(await countCertified(tenant)).toBe(0);
});

describe("learning_approve_certificate_batch", () => {
  test("certifies a hundred sessions with one approval; each has its certificate and its events", async () => {
    const tenant = newTenant();
    const sessionIds = await completedSessions(tenant, 100);
    const { certificates, count, issuedAt } = await tenant.rpc.approveCertificateBatch({ sessionIds });
    expect(count).toBe(100);
    expect(certificates.map(({ sessionId }) => sessionId)).toEqual(sessionIds);
    expect(new Set(certificates.map(({ certificateId }) => certificateId)).size).toBe(100);
    expect(await countCertified(tenant)).toBe(100);
    const stored = await sessionsOf(tenant).findById(sessionIds[7] ?? "");
    expect(stored).toMatchObject({
      certifiedAt: new Date(issuedAt),
      certificate: { certificateId: certificates[7]?.certificateId, issuedBy: "key_test" },
    });
    const issued = await tenant.events(CertificateIssuedSchema);
    expect(issued.map(({ sessionId }) => sessionId).toSorted()).toEqual(sessionIds.toSorted());
    const changes = await tenant.events(SessionStatusChangedSchema);
    expect(changes.filter(({ status }) => status === "certified")).toHaveLength(100);
  });

  test.each(["in_progress", "exam", "failed", "certified"] as const)(
    "one session that is %s: none is certified, and the refusal names it",
    async (status) => {
      const tenant = newTenant();
      const sessionIds = await completedSessions(tenant, 3);
      const { _id: wrong } = await createSession(tenant, status);
      const before = await countCertified(tenant);
      const code = status === "certified" ? "already_certified" : "session_not_completed";
      await expect(tenant.rpc.approveCertificateBatch({ sessionIds: [...sessionIds, wrong] })).rejects.toMatchObject({
        code: "batch_not_certifiable",
        detail: expect.stringContaining(
          `1 of 4 sessions cannot be certified, so none was: ${wrong} (${code}).`,
        ) as string,
      });
      expect(await countCertified(tenant)).toBe(before);
      const issued = await tenant.events(CertificateIssuedSchema);
      expect(issued.filter(({ sessionId }) => sessionIds.includes(sessionId))).toEqual([]);
    },
  );

  test("one session of another business: none is certified, there and here", async () => {
    const owner = newTenant();
    const [foreign = ""] = await completedSessions(owner, 1);
    const tenant = newTenant();
    const sessionIds = [...(await completedSessions(tenant, 2)), foreign];
    const refusal = { code: "batch_not_certifiable" };
    await expect(tenant.rpc.approveCertificateBatch({ sessionIds })).rejects.toMatchObject(refusal);
    expect([await countCertified(owner), await countCertified(tenant)]).toEqual([0, 0]);
  });

  test("of two batches at once that share a session exactly one is carried out, whole", async () => {
    const tenant = newTenant();
    const [shared = "", ...others] = await completedSessions(tenant, 9);
    const batches = [
      [shared, ...others.slice(0, 4)],
      [...others.slice(4), shared],
    ];
    const { succeeded, codes } = await settleAll(
      batches.map((sessionIds) => tenant.rpc.approveCertificateBatch({ sessionIds })),
    );
    expect({ succeeded, codes }).toEqual({ succeeded: 1, codes: ["batch_not_certifiable"] });
    expect(await countCertified(tenant)).toBe(5);
    expect(await tenant.events(CertificateIssuedSchema)).toHaveLength(5);
  });

  test("a batch and a single certificate at once issue each certificate once", async () => {
    const tenant = newTenant();
    const sessionIds = await completedSessions(tenant, 3);
    const [batch, single] = await Promise.allSettled([
      tenant.rpc.approveCertificateBatch({ sessionIds }),
      tenant.rpc.approveIssueCertificate({ sessionId: sessionIds[1]! }),
    ]);
    expect([batch.status, single.status].toSorted()).toEqual(["fulfilled", "rejected"]);
    const expected = batch.status === "fulfilled" ? 3 : 1;
    expect(await countCertified(tenant)).toBe(expected);
    expect(await tenant.events(CertificateIssuedSchema)).toHaveLength(expected);
  });

  test("sent twice with one idempotency key, also at once, it certifies once and answers the same", async () => {
    const tenant = newTenant();
    const sessionIds = await completedSessions(tenant, 4);
    const send = () => tenant.rpc.approveCertificateBatch({ sessionIds }, { idempotencyKey: "yes-1" });
    const [first, second] = await Promise.all([send(), send()]);
    expect(second).toEqual(first);
    expect(await send()).toEqual(first);
    expect(await tenant.events(CertificateIssuedSchema)).toHaveLength(4);
  });
});
