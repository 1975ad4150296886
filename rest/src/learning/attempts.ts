import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId, dateTime } from "../fields.js";

const attempt = z
  .strictObject({
    _id: z.string(),
    sessionId: z.string(),
    courseId: z.string(),
    number: z.int().min(1).describe("1 for the first attempt of the session."),
    score: z.number(),
    passed: z.boolean().describe("By the passing score of the course at that time."),
    submittedAt: dateTime,
  })
  .meta({ id: "ExamAttempt" });

export const listAttempts = defineRoute({
  id: "listAttempts",
  method: "GET",
  path: "/v1/public/sessions/{id}/attempts",
  service: "learning",
  caller: "tenant",
  summary: "List the exam attempts of a session",
  description:
    "The latest first. An attempt is never changed. A retention rule may have deleted the oldest ones of a session; the others keep their numbers.",
  params: byId,
  query: z.strictObject(listQuery),
  replies: { 200: { description: "A page of attempts", body: listReply(attempt) } },
  errors: ["session_not_found"],
});
