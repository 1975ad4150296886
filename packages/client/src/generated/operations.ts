// Written by `npm run generate` from rest/openapi.json. Do not edit.
import type { Operation } from "../operation.js";

export const userAgent = "tenant-ops-client/0.1.0";

export const operations: Record<string, Record<string, Operation>> = {
  supply: {
    listStocks: {"id":"listStocks","method":"GET","path":"/v1/public/supply/stocks","params":[],"query":["limit","cursor"],"hasBody":false,"takesKey":false,"hasReply":true,"list":"cursor"},
    createStock: {"id":"createStock","method":"POST","path":"/v1/public/supply/stocks","params":[],"query":[],"hasBody":true,"takesKey":true,"hasReply":true},
    getStock: {"id":"getStock","method":"GET","path":"/v1/public/supply/stocks/{id}","params":["id"],"query":[],"hasBody":false,"takesKey":false,"hasReply":true},
  },
  learning: {
    listCourses: {"id":"listCourses","method":"GET","path":"/v1/public/courses","params":[],"query":["limit","cursor","published","slug"],"hasBody":false,"takesKey":false,"hasReply":true,"list":"cursor"},
    createCourse: {"id":"createCourse","method":"POST","path":"/v1/public/courses","params":[],"query":[],"hasBody":true,"takesKey":true,"hasReply":true},
    listCourseSessions: {"id":"listCourseSessions","method":"GET","path":"/v1/public/courses/{id}/sessions","params":["id"],"query":["limit","cursor","dateFrom","dateTo","status","student","userId","examStatus"],"hasBody":false,"takesKey":false,"hasReply":true,"list":"cursor"},
    enrollStudent: {"id":"enrollStudent","method":"POST","path":"/v1/public/courses/{id}/sessions","params":["id"],"query":[],"hasBody":true,"takesKey":true,"hasReply":true},
    finishSession: {"id":"finishSession","method":"POST","path":"/v1/public/sessions/{id}/finish","params":["id"],"query":[],"hasBody":false,"takesKey":true,"hasReply":true},
    getCertificate: {"id":"getCertificate","method":"GET","path":"/v1/public/certificates/{id}","params":["id"],"query":[],"hasBody":false,"takesKey":false,"hasReply":true},
    getCourse: {"id":"getCourse","method":"GET","path":"/v1/public/courses/{id}","params":["id"],"query":[],"hasBody":false,"takesKey":false,"hasReply":true},
    updateCourse: {"id":"updateCourse","method":"PATCH","path":"/v1/public/courses/{id}","params":["id"],"query":[],"hasBody":true,"takesKey":true,"hasReply":true},
    getCourseModules: {"id":"getCourseModules","method":"GET","path":"/v1/public/courses/{id}/modules","params":["id"],"query":[],"hasBody":false,"takesKey":false,"hasReply":true},
    replaceCourseModules: {"id":"replaceCourseModules","method":"PUT","path":"/v1/public/courses/{id}/modules","params":["id"],"query":[],"hasBody":true,"takesKey":true,"hasReply":true},
    getEnrollmentStatistics: {"id":"getEnrollmentStatistics","method":"GET","path":"/v1/public/courses/statistics","params":[],"query":["courseId","dateFrom","dateTo"],"hasBody":false,"takesKey":false,"hasReply":true},
    getExamStatistics: {"id":"getExamStatistics","method":"GET","path":"/v1/public/courses/exam-statistics","params":[],"query":["courseId"],"hasBody":false,"takesKey":false,"hasReply":true},
    getSession: {"id":"getSession","method":"GET","path":"/v1/public/sessions/{id}","params":["id"],"query":[],"hasBody":false,"takesKey":false,"hasReply":true},
    issueCertificate: {"id":"issueCertificate","method":"POST","path":"/v1/public/sessions/{id}/certificate","params":["id"],"query":[],"hasBody":false,"takesKey":true,"hasReply":true},
    listCertificates: {"id":"listCertificates","method":"GET","path":"/v1/public/certificates","params":[],"query":["limit","cursor","dateFrom","dateTo","courseId","userId"],"hasBody":false,"takesKey":false,"hasReply":true,"list":"cursor"},
    issueCertificates: {"id":"issueCertificates","method":"POST","path":"/v1/public/certificates","params":[],"query":[],"hasBody":true,"takesKey":true,"hasReply":true},
    listAttempts: {"id":"listAttempts","method":"GET","path":"/v1/public/sessions/{id}/attempts","params":["id"],"query":["limit","cursor"],"hasBody":false,"takesKey":false,"hasReply":true,"list":"cursor"},
    listSessions: {"id":"listSessions","method":"GET","path":"/v1/public/sessions","params":[],"query":["limit","cursor","dateFrom","dateTo","status","student","userId","courseId","examStatus"],"hasBody":false,"takesKey":false,"hasReply":true,"list":"cursor"},
    reportProgress: {"id":"reportProgress","method":"POST","path":"/v1/public/sessions/{id}/progress","params":["id"],"query":[],"hasBody":true,"takesKey":true,"hasReply":true},
    submitExam: {"id":"submitExam","method":"POST","path":"/v1/public/sessions/{id}/exam","params":["id"],"query":[],"hasBody":true,"takesKey":true,"hasReply":true},
  },
};
