import { get, list, pair, toLines } from "../builders.js";
import { boolean, id, integer, number, oneOf, text, timestamp } from "../shapes.js";
import type { OperationsSpecification } from "../types.js";

const statuses = ["in_progress", "exam", "completed", "certified", "failed"];

export const learningOperations: OperationsSpecification = {
  tools: [
    get(
      "learning_list_course_modules",
      "course_id!: string",
      {
        course_id: id,
        title: text,
        modules: [{ id, title: text, order: integer, required: boolean }],
        updated_at: timestamp,
      },
      { course_id: "{course_id}" },
    ),
    ...pair(
      "learning_propose_course_modules",
      {
        kind: "update",
        name: "learning_approve_course_modules",
        answer: { course_id: id, updated: oneOf(true), module_count: integer },
      },
      {
        parameters: `
          course_id!: string
          modules!: array of objects`,
        objects: {
          modules: toLines(`
            id!: string
            title!: string
            order?: integer
            required: boolean = true`),
        },
        arguments: { course_id: "{course_id}", modules: [{ id: "uno", title: "Uno" }] },
      },
    ),
    list(
      "learning_list_sessions",
      `course_id: string = ""
       status: ${statuses.join(" | ")} = ""
       exam_status: none | not_started | started | passed | failed = ""
       student: string = ""
       date_from: string = ""
       date_to: string = ""
       limit: integer = 100`,
      {
        session_id: id,
        status: oneOf(...statuses),
        completedModules: [text],
        score: number,
        examStatus: text,
        fullName: text,
        email: text,
        course_id: id,
        title: text,
        startedAt: timestamp,
      },
    ),
    ...pair(
      "learning_propose_certificate_batch",
      {
        kind: "create",
        name: "learning_approve_certificate_batch",
        answer: { certificates: [{ session_id: id, certificateId: id }], count: integer, issuedAt: timestamp },
      },
      {
        parameters: "session_ids!: array of strings",
        arguments: { session_ids: ["{second_session_id}"] },
        shows: { total: 1, certifiable: 1 },
      },
    ),
  ],
  refusals: [
    {
      what: "two modules with one id",
      write: "learning_approve_course_modules",
      wrong: {
        modules: [
          { id: "uno", title: "Uno" },
          { id: "uno", title: "Dos" },
        ],
      },
      error: "invalid_argument",
    },
    {
      what: "a batch with a session twice",
      write: "learning_approve_certificate_batch",
      wrong: { session_ids: ["{second_session_id}", "{second_session_id}"] },
      error: "invalid_argument",
    },
  ],
};
