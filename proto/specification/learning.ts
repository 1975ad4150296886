import { get, list, pair, resource } from "./builders.js";
import { boolean, id, integer, number, oneOf, percent, text, timestamp } from "./shapes.js";
import type { AreaSpecification } from "./types.js";

const statuses = ["in_progress", "exam", "completed", "certified", "failed"];

const tools = [
  list("learning_list_courses", "limit: integer = 100", {
    _id: id,
    title: text,
    slug: text,
    description: text,
    published: boolean,
    isCertified: boolean,
    examApproveScore: number,
    created_at: timestamp,
  }),
  get(
    "learning_get_enrollment_stats",
    `course_id?: string
     date_from?: string
     date_to?: string`,
    {
      total_enrollments: integer,
      by_status: Object.fromEntries(statuses.map((status) => [status, integer])),
      completion_rate: percent,
      certification_rate: percent,
    },
  ),
  list(
    "learning_get_course_progress",
    `course_id: string = ""
     limit: integer = 100`,
    {
      status: oneOf(...statuses),
      currentModule: text,
      completedModules: [text],
      score: number,
      examStatus: text,
      fullName: text,
      email: text,
    },
  ),
  get("learning_get_exam_results", "course_id?: string", {
    total_exams_started: integer,
    total_exams_completed: integer,
    pass_rate: percent,
    average_score: number,
  }),
  list(
    "learning_get_certificates_issued",
    `date_from?: string
     date_to?: string
     limit: integer = 100`,
    { session_id: id, fullName: text, email: text, title: text, slug: text, certificate: {}, completedAt: timestamp },
  ),
  ...pair(
    "learning_propose_create_course",
    {
      kind: "create",
      name: "learning_approve_create_course",
      answer: { _id: id, title: text, status: oneOf("created") },
    },
    {
      parameters: `
        title!: string
        slug!: string
        description: string = ""
        exam_approve_score?: number
        is_certified: boolean = false`,
      arguments: { title: "Seguridad", slug: "curso-{unique}" },
      shows: { description: "", isCertified: false, published: false },
    },
  ),
  ...pair(
    "learning_propose_update_course",
    { kind: "update", name: "learning_approve_update_course", answer: { course_id: id, updated: oneOf(true) } },
    {
      parameters: `
        course_id!: string
        title?: string
        description?: string
        exam_approve_score?: number
        is_certified?: boolean
        published?: boolean`,
      arguments: { course_id: "{course_id}" },
    },
  ),
  ...pair(
    "learning_propose_issue_certificate",
    // "sets session status to `certified`"
    {
      kind: "create",
      name: "learning_approve_issue_certificate",
      answer: { session_id: id, status: oneOf("certified") },
    },
    { parameters: "session_id!: string", arguments: { session_id: "{session_id}" } },
  ),
];

export const learning: AreaSpecification = {
  tools,
  refusals: [
    {
      what: "a course slug that is taken",
      write: "learning_approve_create_course",
      wrong: { slug: "{course_slug}" },
      error: "course_slug_taken",
    },
    {
      what: "a course slug that is not kebab-case",
      write: "learning_approve_create_course",
      wrong: { slug: "Not Kebab" },
      error: "invalid_argument",
    },
    {
      what: "a certificate of a session that is not there",
      write: "learning_approve_issue_certificate",
      wrong: { session_id: "x" },
      error: "session_not_found",
    },
    {
      what: "a certificate of a session that is not completed",
      write: "learning_approve_issue_certificate",
      wrong: { session_id: "{unfinished_session_id}" },
      error: "session_not_completed",
    },
  ],
  resources: [
    resource(
      "service://learning/schema/schemas",
      "learning_schemas",
      `title slug description published isCertified examApproveScore created_at
       session_id status ${statuses.join(" ")} score startedAt completedAt fullName email`,
    ),
    resource(
      "service://learning/schema/glossary",
      "learning_glossary",
      "total_enrollments by_status completion_rate certification_rate pass_rate average_score",
    ),
    resource(
      "service://learning/skill",
      "learning_skill",
      "learning_propose_create_course learning_approve_create_course preview yes learning_propose_issue_certificate",
    ),
  ],
};
