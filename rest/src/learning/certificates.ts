import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId, dateQuery, dateTime, learnerRegistration, userId, visitorRegistration } from "../fields.js";

const path = "/v1/public/certificates";

const certificate = z
  .strictObject({
    _id: z.string(),
    sessionId: z.string(),
    courseId: z.string(),
    userId: z.string().describe("The business's own id of the student."),
    fullName: z.string(),
    email: z.string(),
    registration: visitorRegistration.optional().describe(learnerRegistration),
    title: z.string().describe("Title of the course."),
    slug: z.string().describe("Slug of the course."),
    score: z.number().optional().describe("The best exam score; absent without an exam."),
    completedAt: dateTime.optional(),
    issuedAt: dateTime,
    issuedBy: z.string().describe("Id of the API key that issued it."),
  })
  .meta({ id: "Certificate" });

export const listCertificates = defineRoute({
  id: "listCertificates",
  method: "GET",
  path,
  service: "learning",
  caller: "tenant",
  summary: "List the certificates",
  description: "The latest first. All filters that are given apply; the dates are those of the issue.",
  query: z.strictObject({
    ...listQuery,
    ...dateQuery,
    courseId: byId.shape.id.optional().describe("Only those of this course."),
    userId: userId.optional().describe("Only those of this student."),
  }),
  replies: { 200: { description: "A page of certificates", body: listReply(certificate) } },
  errors: ["course_not_found"],
  tools: ["learning_get_certificates_issued"],
});

export const getCertificate = defineRoute({
  id: "getCertificate",
  method: "GET",
  path: `${path}/{id}`,
  service: "learning",
  caller: "tenant",
  summary: "Read one certificate",
  description: "Tells also whether the business has issued a certificate with this id.",
  params: byId,
  replies: { 200: { description: "The certificate", body: certificate } },
  errors: ["certificate_not_found"],
});

export const issueCertificate = defineRoute({
  id: "issueCertificate",
  method: "POST",
  path: "/v1/public/sessions/{id}/certificate",
  service: "learning",
  caller: "tenant",
  summary: "Certify a completed session",
  description:
    "Sets a session with status `completed` to `certified`, for good. It makes no document and sends no message. A course with `isCertified` false is not refused.",
  params: byId,
  replies: { 200: { description: "The certificate", body: certificate } },
  errors: ["session_not_found", "session_not_completed", "already_certified"],
  idempotency: "accepted",
  tools: ["learning_approve_issue_certificate", "learning_propose_issue_certificate"],
});

export const issueCertificates = defineRoute({
  id: "issueCertificates",
  method: "POST",
  path,
  service: "learning",
  caller: "tenant",
  summary: "Certify many completed sessions",
  description:
    "Up to 100 sessions in one transaction: all of them or, if one cannot be certified, none. It makes no documents and sends no messages, and it cannot be undone.",
  body: z.strictObject({
    sessionIds: z.array(z.string().min(1).max(100)).min(1).max(100).describe("Each session once."),
  }),
  replies: {
    201: {
      description: "The new certificates, in the order of the sessions",
      body: z.strictObject({ certificates: z.array(certificate), count: z.int().min(1) }),
    },
  },
  errors: ["batch_not_certifiable"],
  idempotency: "accepted",
  tools: ["learning_approve_certificate_batch", "learning_propose_certificate_batch"],
});
