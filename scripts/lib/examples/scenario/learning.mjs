import { today } from "../today.mjs";

/** A course with its students, from the draft to the certificate. */
export async function recordLearning({ record, recordError, call }) {
  const course = await record("createCourse", {
    headers: { "idempotency-key": "course-safety" },
    body: { title: "Safety at work", slug: "safety-at-work", examApproveScore: 70, isCertified: true },
  });
  const params = { id: course._id };
  await record("replaceCourseModules", {
    params,
    body: {
      modules: [
        { _id: "basics", title: "Basics" },
        { _id: "first-aid", title: "First aid" },
      ],
    },
  });
  await record("getCourseModules", { params });
  const ana = { userId: "worker-7", fullName: "Ana Torres", email: "ana@example.com" };
  await recordError("enrollStudent", { params, body: ana }, "course_not_published");
  await record("updateCourse", { params, body: { published: true } });
  await record("listCourses", { query: { limit: 10 } });
  await record("getCourse", { params });
  const session = await record("enrollStudent", { params, headers: { "idempotency-key": "hired-4711" }, body: ana });
  const second = await call("enrollStudent", {
    params,
    body: { userId: "worker-8", fullName: "Luis Peña", email: "luis@example.com" },
  });
  await recordSteps({ record, recordError, call }, { id: session._id }, { id: second._id });
  await recordFinish({ record, call });
  await record("listCourseSessions", { params, query: { status: "certified" } });
  await record("getEnrollmentStatistics", { query: { courseId: course._id } });
  await record("getExamStatistics", { query: { courseId: course._id } });
  await record("getLearningDailyCounts", { query: { dateFrom: today, dateTo: today } });
  await recordError("createCourse", { body: { title: "Safety", slug: "safety-at-work" } }, "course_slug_taken");
  await recordError("getCourse", { params: { id: "unknown" } }, "course_not_found");
  return course;
}

async function recordSteps({ record, recordError, call }, params, second) {
  await recordError("issueCertificate", { params }, "session_not_completed");
  await recordError("finishSession", { params }, "modules_missing");
  await recordError("submitExam", { params, body: { score: 92 } }, "illegal_transition");
  await recordError("reportProgress", { params, body: { moduleId: "unknown" } }, "module_not_found");
  await record("reportProgress", { params, body: { moduleId: "basics" } });
  await call("reportProgress", { params, body: { moduleId: "first-aid" } });
  await record("submitExam", { params, headers: { "idempotency-key": "exam-4711-1" }, body: { score: 92 } });
  await record("listAttempts", { params, query: { limit: 10 } });
  for (const moduleId of ["basics", "first-aid"]) await call("reportProgress", { params: second, body: { moduleId } });
  await call("submitExam", { params: second, body: { score: 81 } });
  await record("issueCertificate", { params });
  await record("getSession", { params });
  await record("listSessions", { query: { student: "torres" } });
  await recordError("issueCertificate", { params }, "already_certified");
  await recordError("issueCertificates", { body: { sessionIds: [params.id] } }, "batch_not_certifiable");
  const { certificates } = await record("issueCertificates", { body: { sessionIds: [second.id] } });
  await record("listCertificates", { query: { limit: 10 } });
  await record("getCertificate", { params: { id: certificates[0]._id } });
  await recordError("getSession", { params: { id: "unknown" } }, "session_not_found");
}

/** A course without required modules ends with a report of its own. */
async function recordFinish({ record, call }) {
  const course = await call("createCourse", { body: { title: "Welcome", slug: "welcome" } });
  await call("replaceCourseModules", {
    params: { id: course._id },
    body: { modules: [{ _id: "video", title: "Video", required: false }] },
  });
  await call("updateCourse", { params: { id: course._id }, body: { published: true } });
  const session = await call("enrollStudent", {
    params: { id: course._id },
    body: { userId: "worker-7", fullName: "Ana Torres", email: "ana@example.com" },
  });
  await record("finishSession", { params: { id: session._id } });
}
