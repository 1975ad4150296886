import { createQuota } from "@tenant-ops/kit/data";
import { visitorIndexes } from "@tenant-ops/kit/pages";
import { defineService } from "@tenant-ops/kit/process";
import { LearningService } from "@tenant-ops/proto/learning";
import { routes } from "@tenant-ops/rest";
import { storedWithoutCaller } from "@tenant-ops/rest/budgets";
import { certificateBatchRpcs } from "./certificates/certificate-batches.rpc.js";
import { certificateHttp } from "./certificates/certificates.http.js";
import { certificateRpcs } from "./certificates/certificates.rpc.js";
import { learningAudits } from "./audits.js";
import { config } from "./config.js";
import { analytics, countSources, dailyCountHttp } from "./daily-counts.js";
import { dataLife } from "./data-life.js";
import { courseModuleRpcs } from "./courses/course-modules.rpc.js";
import { courseHttp, courseModuleHttp } from "./courses/courses.http.js";
import { courseRpcs } from "./courses/courses.rpc.js";
import { courseIndexes } from "./courses/courses.store.js";
import { enrollmentRpcs } from "./enrollments/enrollments.rpc.js";
import { endedSessionCollection, endedSessionIndexes } from "./sessions/ended-sessions.store.js";
import { examAttemptIndexes } from "./courses/exams.store.js";
import { migrations } from "./migrations/migrations.js";
import { coursePageHttp } from "./page/page.http.js";
import { learningResources } from "./resources.js";
import { sessionHistory } from "./sessions/session-history.js";
import { attemptHttp, sessionStepHttp } from "./sessions/session-steps.http.js";
import { sessionHttp } from "./sessions/sessions.http.js";
import { sessionRpcs } from "./sessions/sessions.rpc.js";
import { sessionIndexes } from "./sessions/sessions.store.js";
import { statisticsHttp } from "./statistics/statistics.http.js";
import { statisticsRpcs } from "./statistics/statistics.rpc.js";

/** The learning service: its collections, rpcs, resources and REST routes. */
export const learning = defineService({
  name: "learning",
  api: LearningService,
  config,
  life: dataLife,
  indexes: {
    courses: courseIndexes,
    sessions: sessionIndexes,
    examAttempts: examAttemptIndexes,
    visitors: visitorIndexes,
    [endedSessionCollection]: endedSessionIndexes,
  },
  history: [sessionHistory],
  publicPages: ["courses"],
  migrations,
  audits: { records: learningAudits, counts: countSources },
  analytics: () => analytics,
  setup: ({ config: { QUOTA_COURSES: max } }) => ({
    courseQuota: createQuota({ collection: "courses", records: "courses", max, setting: "QUOTA_COURSES" }),
  }),
  // The type requires every rpc of LearningService, so a missing one does not compile.
  rpcs: ({ db, courseQuota }) => ({
    ...courseRpcs(db, courseQuota),
    ...courseModuleRpcs(db),
    ...sessionRpcs(db),
    ...enrollmentRpcs(db),
    ...statisticsRpcs(db),
    ...certificateRpcs(db),
    ...certificateBatchRpcs(db),
  }),
  resources: () => learningResources,
  contract: routes,
  storedWithoutCaller: storedWithoutCaller.learning,
  http: (app, { db, config, logger, courseQuota }) => {
    coursePageHttp(app, { db, logger, publicKeys: config.CALL_CONTEXT_PUBLIC_KEYS });
    courseHttp(app, db, courseQuota);
    courseModuleHttp(app, db);
    sessionHttp(app, db);
    sessionStepHttp(app, db);
    attemptHttp(app, db);
    certificateHttp(app, db);
    statisticsHttp(app, db);
    dailyCountHttp(app, db);
  },
});
