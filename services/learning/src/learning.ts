import { defineService } from "@tenant-ops/kit/process";
import { LearningService } from "@tenant-ops/proto/learning";
import requests from "@tenant-ops/rest/requests.json" with { type: "json" };
import { storedWithoutCaller } from "@tenant-ops/rest/budgets";
import { certificates } from "./certificates/certificates.noun.js";
import { config } from "./config.js";
import { courseModules } from "./courses/course-modules.noun.js";
import { courses } from "./courses/courses.noun.js";
import { exams } from "./courses/exams.noun.js";
import { dailyCounts } from "./daily-counts.js";
import { enrollments } from "./enrollments/enrollments.noun.js";
import { migrations } from "./migrations/migrations.js";
import { coursePage } from "./page/page.noun.js";
import { resources } from "./resources.js";
import { sessions } from "./sessions/sessions.noun.js";
import { statistics } from "./statistics/statistics.noun.js";

/** The learning service. A rpc of LearningService that is in no noun does not compile. */
export const learning = defineService({
  name: "learning",
  api: LearningService,
  config,
  migrations,
  requests,
  publicPages: ["courses"],
  storedWithoutCaller: storedWithoutCaller.learning,
  nouns: [
    courses,
    courseModules,
    sessions,
    exams,
    coursePage,
    enrollments,
    certificates,
    statistics,
    dailyCounts,
    resources,
  ],
});
