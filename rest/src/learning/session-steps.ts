import { defineRoute } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId } from "../fields.js";
import { session } from "./sessions.js";

// The actions of a student in a session, reported by the back end of the business.

const path = "/v1/public/sessions/{id}";

export const reportProgress = defineRoute({
  id: "reportProgress",
  method: "POST",
  path: `${path}/progress`,
  service: "learning",
  caller: "tenant",
  summary: "Report a completed module",
  description:
    "Reporting a module again changes nothing. With the last required module a session `in_progress` becomes `exam`, or `completed` in a course without an exam.",
  params: byId,
  body: z.strictObject({ moduleId: z.string().min(1).max(100) }),
  replies: { 200: { description: "The session afterwards", body: session } },
  errors: ["session_not_found", "module_not_found", "course_not_published"],
  idempotency: "accepted",
});

export const finishSession = defineRoute({
  id: "finishSession",
  method: "POST",
  path: `${path}/finish`,
  service: "learning",
  caller: "tenant",
  summary: "Finish a session",
  description:
    "For a course without required modules, and for a student whose last missing module was removed from the course. Otherwise the report of the last required module does the same.",
  params: byId,
  replies: { 200: { description: "The session afterwards", body: session } },
  errors: ["session_not_found", "modules_missing", "illegal_transition", "course_not_published"],
  idempotency: "accepted",
});

export const submitExam = defineRoute({
  id: "submitExam",
  method: "POST",
  path: `${path}/exam`,
  service: "learning",
  caller: "tenant",
  summary: "Submit an exam",
  description:
    "The session must be in `exam` or `failed`. An attempt at or above `examApproveScore` of the course completes it; one below fails, and may be repeated. Send an `Idempotency-Key`: without one, a repeated request is another attempt.",
  params: byId,
  body: z.strictObject({ score: z.number().min(0).max(100) }),
  replies: { 200: { description: "The session afterwards", body: session } },
  errors: ["session_not_found", "illegal_transition", "course_not_published"],
  idempotency: "accepted",
});
