// Written by `npm run generate` from rest/openapi.json. Do not edit.
import type { Operation } from "../operation.js";

export const userAgent = "tenant-ops-client/0.1.0";

export const operations: Record<string, Record<string, Operation>> = {
  supply: {
    listStocks: {"id":"listStocks","method":"GET","path":"/v1/public/supply/stocks","params":[],"query":["limit","cursor"],"hasBody":false,"takesKey":false,"hasReply":true,"list":"cursor"},
    createStock: {"id":"createStock","method":"POST","path":"/v1/public/supply/stocks","params":[],"query":[],"hasBody":true,"takesKey":true,"hasReply":true},
    getStock: {"id":"getStock","method":"GET","path":"/v1/public/supply/stocks/{id}","params":["id"],"query":[],"hasBody":false,"takesKey":false,"hasReply":true},
  },
  roulettes: {
    addGiftUnits: {"id":"addGiftUnits","method":"POST","path":"/v1/public/roulettes/{id}/gifts/{index}/units","params":["id","index"],"query":[],"hasBody":true,"takesKey":true,"hasReply":true},
    addRouletteItemStock: {"id":"addRouletteItemStock","method":"POST","path":"/v1/public/roulette-items/{id}/stock","params":["id"],"query":[],"hasBody":true,"takesKey":true,"hasReply":true},
    claimPrize: {"id":"claimPrize","method":"POST","path":"/v1/public/prizes/{id}/claim","params":["id"],"query":[],"hasBody":false,"takesKey":true,"hasReply":true},
    listRoulettes: {"id":"listRoulettes","method":"GET","path":"/v1/public/roulettes","params":[],"query":["isActive","limit","cursor"],"hasBody":false,"takesKey":false,"hasReply":true,"list":"cursor"},
    createRoulette: {"id":"createRoulette","method":"POST","path":"/v1/public/roulettes","params":[],"query":[],"hasBody":true,"takesKey":true,"hasReply":true},
    listRouletteItems: {"id":"listRouletteItems","method":"GET","path":"/v1/public/roulette-items","params":[],"query":["enabled_in_rewards","limit","cursor"],"hasBody":false,"takesKey":false,"hasReply":true,"list":"cursor"},
    createRouletteItem: {"id":"createRouletteItem","method":"POST","path":"/v1/public/roulette-items","params":[],"query":[],"hasBody":true,"takesKey":true,"hasReply":true},
    listSpins: {"id":"listSpins","method":"GET","path":"/v1/public/roulettes/{id}/spins","params":["id"],"query":["userId","dateFrom","dateTo","limit","cursor"],"hasBody":false,"takesKey":false,"hasReply":true,"list":"cursor"},
    createSpin: {"id":"createSpin","method":"POST","path":"/v1/public/roulettes/{id}/spins","params":["id"],"query":[],"hasBody":true,"takesKey":true,"hasReply":true},
    getPrize: {"id":"getPrize","method":"GET","path":"/v1/public/prizes/{id}","params":["id"],"query":[],"hasBody":false,"takesKey":false,"hasReply":true},
    getRoulette: {"id":"getRoulette","method":"GET","path":"/v1/public/roulettes/{id}","params":["id"],"query":[],"hasBody":false,"takesKey":false,"hasReply":true},
    updateRoulette: {"id":"updateRoulette","method":"PATCH","path":"/v1/public/roulettes/{id}","params":["id"],"query":[],"hasBody":true,"takesKey":true,"hasReply":true},
    getRouletteItem: {"id":"getRouletteItem","method":"GET","path":"/v1/public/roulette-items/{id}","params":["id"],"query":[],"hasBody":false,"takesKey":false,"hasReply":true},
    updateRouletteItem: {"id":"updateRouletteItem","method":"PATCH","path":"/v1/public/roulette-items/{id}","params":["id"],"query":[],"hasBody":true,"takesKey":true,"hasReply":true},
    getSpin: {"id":"getSpin","method":"GET","path":"/v1/public/roulettes/{id}/spins/{spinId}","params":["id","spinId"],"query":[],"hasBody":false,"takesKey":false,"hasReply":true},
    listGiftTypes: {"id":"listGiftTypes","method":"GET","path":"/v1/public/gift-types","params":[],"query":["limit","cursor"],"hasBody":false,"takesKey":false,"hasReply":true,"list":"cursor"},
    listPrizes: {"id":"listPrizes","method":"GET","path":"/v1/public/prizes","params":[],"query":["userId","rouletteId","status","dateFrom","dateTo","limit","cursor"],"hasBody":false,"takesKey":false,"hasReply":true,"list":"cursor"},
    listRouletteTypes: {"id":"listRouletteTypes","method":"GET","path":"/v1/public/roulette-types","params":[],"query":["limit","cursor"],"hasBody":false,"takesKey":false,"hasReply":true,"list":"cursor"},
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
