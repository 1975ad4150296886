import { defineNoun } from "@tenant-ops/kit/process";
import { renderRemedyTable } from "@tenant-ops/kit/rpc";
import { fieldTable } from "@tenant-ops/proto/field-docs";
import {
  CertificateSchema,
  CourseModuleSchema,
  CourseSchema,
  CourseSessionSchema,
  CreateCourseRequestSchema,
  GetEnrollmentStatsResponseSchema,
  GetExamResultsResponseSchema,
  IssuedCertificateSchema,
  LearnerProfileSchema,
  StatusCountsSchema,
  UpdateCourseRequestSchema,
} from "@tenant-ops/proto/learning";
import { statuses, transitions } from "./sessions/sessions.rules.js";

const renderTable = (head: string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const statusMeanings: Record<(typeof statuses)[number], string> = {
  in_progress: "enrolled; modules are being done",
  exam: "all required modules done; the exam is open",
  completed: "done: without an exam, or with a passed one",
  certified: "a certificate was issued; final",
  failed: "the last exam was below `examApproveScore`; it may be taken again",
};

const statusTable = renderTable(
  ["Status", "Meaning", "May become"],
  statuses.map((status) => [
    `\`${status}\``,
    statusMeanings[status],
    transitions[status].map((to) => `\`${to}\``).join(", ") || "nothing",
  ]),
);

const schemas = `# Learning: fields

## Course
${fieldTable(CourseSchema)}

## Module of a course
Set by the tenant's back end, or with learning_propose_course_modules (toolset \`operations\`).

${fieldTable(CourseModuleSchema)}

## Session: one student in one course
${fieldTable(CourseSessionSchema)}

${statusTable}

\`examStatus\` in words: \`none\` no exam for this student, \`not_started\` still learning, \`started\` in the exam with nothing handed in, \`passed\`, \`failed\`.

## Profile of a student
${fieldTable(LearnerProfileSchema)}

## Certificate
${fieldTable(IssuedCertificateSchema)}

Its \`certificate\`:

${fieldTable(CertificateSchema)}

## Arguments of learning_propose_create_course
${fieldTable(CreateCourseRequestSchema)}

## Arguments of learning_propose_update_course
Only what is present changes.

${fieldTable(UpdateCourseRequestSchema)}
`;

const statsTool = "learning_get_enrollment_stats";
const examTool = "learning_get_exam_results";
const progressTool = "learning_get_course_progress";

const glossary = `# Learning: what people say, and where it is

${renderTable(
  ["People say", "Field", "Tool", "Formula", "Unit"],
  [
    [
      "students, enrollments",
      "`total_enrollments`",
      statsTool,
      "sessions; a student in two courses counts twice",
      "number",
    ],
    [
      "how many are learning, waiting, done",
      "`by_status`",
      statsTool,
      "sessions in each status now; always all five",
      "number",
    ],
    [
      "completion, how many finish",
      "`completion_rate`",
      statsTool,
      "(completed + certified) / total_enrollments × 100",
      "% 0–100",
    ],
    ["certification", "`certification_rate`", statsTool, "certified / total_enrollments × 100", "% 0–100"],
    [
      "how many of the finished are certified",
      "`certifiedOfCompleted`",
      statsTool,
      "certified / (completed + certified) × 100",
      "% 0–100",
    ],
    ["went to the exam", "`total_exams_started`", examTool, "sessions that ever entered the exam", "number"],
    ["took the exam", "`total_exams_completed`", examTool, "sessions with at least one attempt handed in", "number"],
    ["pass rate", "`pass_rate`", examTool, "passed sessions / total_exams_completed × 100", "% 0–100"],
    [
      "average grade",
      "`average_score`",
      examTool,
      "mean over sessions of the best score; absent when no exam was handed in",
      "points 0–100",
    ],
    ["grade, mark, result", "`score`", progressTool, "best attempt of this student", "points 0–100"],
    [
      "pass mark, threshold",
      "`examApproveScore`",
      "learning_list_courses",
      "an attempt passes at this score or above; absent: no exam",
      "points 0–100",
    ],
    [
      "progress, where they are",
      "`currentModule`, `completedModules`",
      progressTool,
      "first module not done; ids of the modules done",
      "module ids",
    ],
    [
      "diploma, title",
      "`certificate`",
      "learning_get_certificates_issued",
      "issued by a person's yes, never automatically",
      "–",
    ],
    [
      "enroll, sign up, add students",
      "–",
      "learning_propose_enrollments (toolset `operations`)",
      "one session per student and course; the course must be published",
      "–",
    ],
    ["draft, not live", "`published` false", "learning_list_courses", "students cannot access it", "–"],
  ],
)}

All rates have two decimals and are 0 when there is nothing to divide by.
The dates of ${statsTool} choose by \`startedAt\`, those of learning_get_certificates_issued by the day of issue. A date alone is that whole day in the business's time zone; both ends count.

## Fields of the answers
${fieldTable(GetEnrollmentStatsResponseSchema)}

${fieldTable(StatusCountsSchema)}

${fieldTable(GetExamResultsResponseSchema)}

## Statuses of a session
${statusTable}
`;

const skill = `# Learning: how to work with it

## A new course
1. learning_list_courses: does it exist already?
2. learning_propose_create_course. **Show the preview to the user and wait for a yes.**
3. learning_approve_create_course with the same arguments and the \`proposal_token\`. It is a draft now.
4. The modules: learning_propose_course_modules, if you have it (toolset \`operations\`); otherwise the tenant's back end sets them (PUT /v1/public/courses/{id}/modules).
5. learning_propose_update_course with \`published\` true, show, wait for a yes, learning_approve_update_course.

## A change
learning_propose_update_course with only what changes; empty \`description\` clears it. The slug is final, and an exam, once given, stays.

## Enrolling students
With the toolset \`operations\`: learning_propose_enrollments with up to 100 students of one published course. Take name and e-mail address from the user and \`userId\` from learning_list_sessions, or use the e-mail address where the business has no ids of its own. **Show every line and wait for a yes**, then learning_approve_enrollments with the same arguments and the \`proposal_token\`. Nobody gets a message.

Without it you cannot enroll anybody. Tell the user that a person can turn it on, with \`?toolsets=operations\` behind the address of this server or in the settings of the key, and that the tenant's back end can enroll too (POST /v1/public/courses/{id}/sessions). Visitors of a flow that leads to the course enroll by themselves.

## A certificate
1. learning_get_course_progress: take the \`session_id\` of a student whose status is \`completed\`.
2. learning_propose_issue_certificate. **Show name, course and score, and wait for a yes**: it cannot be taken back.
3. learning_approve_issue_certificate. Only the status changes; tell the user that no document is made and no message sent.

Many at once (toolset \`operations\`): learning_list_sessions with \`status\` \`completed\`, then learning_propose_certificate_batch with up to 100 \`session_ids\`, show every line, wait for one yes to all, learning_approve_certificate_batch. All are certified or none; leave out those that cannot be and propose again.

## Questions about numbers
Enrollments: ${statsTool}. Exams: ${examTool}. Single students: ${progressTool}. Words and formulas: service://learning/schema/glossary.

## When a call is refused
${renderRemedyTable([
  "course_not_found",
  "course_not_published",
  "session_not_found",
  "course_slug_taken",
  "quota_exceeded",
  "session_not_completed",
  "already_certified",
  "batch_not_certifiable",
  "illegal_transition",
  "invalid_argument",
  "preview_changed",
  "proposal_mismatch",
  "proposal_expired",
  "service_unavailable",
])}
`;

/** Texts that agents read before they fill in arguments. The field tables are generated from the contract. */
export const resources = defineNoun({
  resources: () => [
    {
      uri: "service://learning/schema/schemas",
      name: "learning_schemas",
      title: "Learning: fields",
      description:
        "Fields of courses, modules, sessions, student profiles and certificates. Read before filling in arguments.",
      text: () => schemas,
    },
    {
      uri: "service://learning/schema/glossary",
      name: "learning_glossary",
      title: "Learning: business words",
      description: "Which field answers which question, with its formula and unit. Read before talking about numbers.",
      text: () => glossary,
    },
    {
      uri: "service://learning/skill",
      name: "learning_skill",
      title: "Learning: playbook",
      description: "The order of calls, when to wait for a yes, and what to do when a call is refused.",
      text: () => skill,
    },
  ],
});
