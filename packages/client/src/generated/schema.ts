// Written by `npm run generate` from rest/openapi.json. Do not edit.
export interface paths {
    "/v1/public/supply/center-stocks/{id}/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["countStock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/supply/centers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCenters"];
        put?: never;
        post: operations["createCenter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/supply/center-stocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCenterStocks"];
        put?: never;
        post: operations["createCenterStock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/supply/stocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listStocks"];
        put?: never;
        post: operations["createStock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/supply/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTransfers"];
        put?: never;
        post: operations["createTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/supply/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWithdrawals"];
        put?: never;
        post: operations["createWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/supply/centers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCenter"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateCenter"];
        trace?: never;
    };
    "/v1/public/supply/center-stocks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCenterStock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateCenterStock"];
        trace?: never;
    };
    "/v1/public/supply/movements/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getMovement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/supply/stocks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getStock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateStock"];
        trace?: never;
    };
    "/v1/public/supply/daily-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSupplyDailyCounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/supply/transfers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTransfer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/supply/withdrawals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWithdrawal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/supply/withdrawal-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWithdrawalTypes"];
        put: operations["replaceWithdrawalTypes"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/supply/center-stocks/{id}/movements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCenterStockMovements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/supply/movements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMovements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/supply/center-stocks/{id}/receive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["receiveStock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/roulettes/{id}/gifts/{index}/units": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["addGiftUnits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/roulette-items/{id}/stock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["addRouletteItemStock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/prizes/{id}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["claimPrize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/roulettes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRoulettes"];
        put?: never;
        post: operations["createRoulette"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/roulette-items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRouletteItems"];
        put?: never;
        post: operations["createRouletteItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/roulettes/{id}/spins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSpins"];
        put?: never;
        post: operations["createSpin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/prizes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPrize"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/roulettes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRoulette"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateRoulette"];
        trace?: never;
    };
    "/v1/public/roulettes/daily-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRouletteDailyCounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/roulette-items/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRouletteItem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateRouletteItem"];
        trace?: never;
    };
    "/v1/public/roulettes/{id}/spins/{spinId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSpin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/gift-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listGiftTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/prizes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPrizes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/roulette-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRouletteTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/courses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCourses"];
        put?: never;
        post: operations["createCourse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/courses/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCourseSessions"];
        put?: never;
        post: operations["enrollStudent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/sessions/{id}/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["finishSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/certificates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCertificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/courses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCourse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateCourse"];
        trace?: never;
    };
    "/v1/public/courses/{id}/modules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCourseModules"];
        put: operations["replaceCourseModules"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/courses/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEnrollmentStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/courses/exam-statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getExamStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/learning/daily-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLearningDailyCounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/sessions/{id}/certificate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["issueCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCertificates"];
        put?: never;
        post: operations["issueCertificates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/sessions/{id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/sessions/{id}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reportProgress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/sessions/{id}/exam": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["submitExam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/flows/{slug}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/flows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFlows"];
        put?: never;
        post: operations["createFlow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/flows/targets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTargets"];
        put?: never;
        post: operations["createTarget"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/flows/{slug}/test-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTestRuns"];
        put?: never;
        post: operations["createTestRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCampaigns"];
        put?: never;
        post: operations["declareCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/flows/bank-provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBankProvider"];
        put: operations["putBankProvider"];
        post?: never;
        delete: operations["deleteBankProvider"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/flows/{slug}/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDocument"];
        put?: never;
        post?: never;
        delete: operations["deleteDocument"];
        options?: never;
        head?: never;
        patch: operations["updateDocument"];
        trace?: never;
    };
    "/v1/public/flows/targets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTarget"];
        put?: never;
        post?: never;
        delete: operations["deleteTarget"];
        options?: never;
        head?: never;
        patch: operations["updateTarget"];
        trace?: never;
    };
    "/v1/public/flows/visitor-sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVisitorSignIn"];
        put: operations["putVisitorSignIn"];
        post?: never;
        delete: operations["deleteVisitorSignIn"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateCampaign"];
        trace?: never;
    };
    "/v1/public/flows/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFlow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateFlow"];
        trace?: never;
    };
    "/v1/public/flows/{slug}/checklist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFlowChecklist"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/flows/daily-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFlowDailyCounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/flows/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFlowStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/flows/{slug}/visits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFlowVisits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/flows/{slug}/registrations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRegistration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/flows/{slug}/test-runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTestRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/campaigns/{id}/flows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCampaignFlows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/flows/{slug}/registrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRegistrations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/flows/bank-validations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reportBankValidation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/flows/{slug}/registrations/{id}/resend-bank-validation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resendBankValidation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/flows/bank-provider/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateBankProviderSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/flows/bank-provider/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testBankProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/flows/visitor-sign-in/whatsapp/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testVisitorWhatsApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/webhooks/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhookEndpoints"];
        put?: never;
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/webhooks/endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/v1/public/webhooks/endpoints/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["enableWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/webhooks/daily-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhookDailyCounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/webhooks/deliveries/{traceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/webhooks/recoveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhookRecovery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/webhooks/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhookEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/webhooks/recoveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhookRecoveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/webhooks/endpoints/{id}/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["pingWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readWebhookLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/webhooks/endpoints/{id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["recoverWebhookDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/webhooks/deliveries/{traceId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/webhooks/endpoints/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/analytics/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAnalyticsCollections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/analytics/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["queryAnalytics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/person-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPersonRequests"];
        put?: never;
        post: operations["createPersonRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/approvals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getApproval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/person-requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPersonRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRetention"];
        put: operations["setRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/person-requests/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["previewPersonRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/retention/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["previewRetention"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/sandbox/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resetSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/sandbox/seed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["seedSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "withdrawal.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * withdrawal.created
         * @description A withdrawal was approved; the center's stock is reduced.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["WithdrawalCreatedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "stock.low": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * stock.low
         * @description A product at a center crossed below its alert. Once per crossing.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["StockLowEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "spin.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * spin.completed
         * @description A spin ended, won or lost.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SpinCompletedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "prize.won": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * prize.won
         * @description A spin won a prize.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PrizeWonEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "prize.claimed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * prize.claimed
         * @description A prize was handed over.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PrizeClaimedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "prize.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * prize.expired
         * @description A prize was not claimed in time.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PrizeExpiredEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "course.published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * course.published
         * @description A course became accessible to students.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CoursePublishedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * session.status_changed
         * @description A learner's course session moved to another status.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SessionStatusChangedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "certificate.issued": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * certificate.issued
         * @description A session was certified.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CertificateIssuedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "flow.registration.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * flow.registration.completed
         * @description A visitor's registration was stored.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["FlowRegistrationCompletedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.ping
         * @description A test that was asked for. Sent to that endpoint only.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["WebhookPingEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.endpoint.failing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.endpoint.failing
         * @description Another endpoint of the business fails and will be disabled if it goes on. Sent to all others.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["WebhookEndpointFailingEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.endpoint.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.endpoint.disabled
         * @description Another endpoint of the business was disabled by us. Sent to all others.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["WebhookEndpointDisabledEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "approval.requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * approval.requested
         * @description An agent wants to write something about which people have to decide. Sent again when the preview has changed.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ApprovalRequestedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "approval.decided": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * approval.decided
         * @description A person has approved or rejected. With two people needed, each approval is an event.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ApprovalDecidedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "approval.executed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * approval.executed
         * @description An approved write was carried out, or refused when it was to be.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ApprovalExecutedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "approval.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * approval.expired
         * @description Nobody has decided in time.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ApprovalExpiredEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AcceptedDocument: {
            documentId: string;
            /** @enum {string} */
            kind: "terms" | "privacy" | "permit";
            title: string;
            /** @description Of the version that was accepted; it stays readable under this hash. */
            sha256: string;
        };
        /** @description A further destination of a flow, tried before its main redirect. */
        AdditionalRedirect: {
            redirect: components["schemas"]["Redirect"];
            /** @description null: for every visitor. */
            condition: {
                /** @description The `value` of a question with choices: a select, a country or a checkbox. */
                field: string;
                /** @description The answers for which it is met: choices, ISO 3166 country codes, or `yes`. */
                isOneOf: string[];
            } | null;
        };
        AnalyticsAnswer: {
            rows: components["schemas"]["AnalyticsRow"][];
            /** @description Of all rows, also those that are not in this answer. */
            totals: {
                [key: string]: number;
            };
            /** @description The same of the range it is compared with. */
            previousTotals: {
                [key: string]: number;
            };
            /** @description The rows that are not in this answer, added up. */
            other: {
                /** @description How many rows. */
                groups: number;
                /** @description By the name of the metric. */
                metrics: {
                    [key: string]: number;
                };
            };
            /** @description How many rows this answer has. */
            count: number;
            totalRows: number;
            has_more: boolean;
            /** @description Absent on the last page. */
            next_cursor?: string;
            /** @enum {string} */
            interval: "none" | "hour" | "day" | "week" | "month";
            /** @description Whole days, both ends included. */
            range: {
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                /** @description Whose days they are. */
                timeZone: string;
                /** @description What it is compared with; absent without `compare`. */
                previous?: {
                    /** Format: date */
                    from: string;
                    /** Format: date */
                    to: string;
                };
            };
            metrics: components["schemas"]["AnalyticsMetric"][];
            /** @description What these numbers do not say by themselves. It begins with `no_results` when nothing was counted. */
            notice: string;
        };
        AnalyticsCollection: {
            name: string;
            meaning: string;
            metrics: components["schemas"]["AnalyticsMetric"][];
            /** @description What the numbers can be grouped and filtered by. */
            dimensions: components["schemas"]["AnalyticsDimension"][];
            /** @description First day in UTC with numbers; empty when nothing was ever counted. */
            firstDay: string;
            /** @description Last day in UTC with numbers. */
            lastDay: string;
        };
        AnalyticsCollections: {
            collections: components["schemas"]["AnalyticsCollection"][];
            /** @description The most frequent first. */
            values: components["schemas"]["AnalyticsValue"][];
            /** @description How many values there are in all. */
            totalValues: number;
        };
        AnalyticsDimension: {
            name: string;
            meaning: string;
        };
        AnalyticsFilterInput: {
            /** @description A dimension. */
            field: string;
            /**
             * @default in
             * @enum {string}
             */
            op?: "in" | "not_in";
            /** @description Values, not their names. */
            values: string[];
        };
        AnalyticsLabel: {
            value: string;
            label: string;
        };
        AnalyticsMetric: {
            name: string;
            /** @description What one of it is, such as `units` or `percent`. */
            unit: string;
            /** @description What is counted, and by which time. */
            formula: string;
            /**
             * @description Which direction is good for the business.
             * @enum {string}
             */
            better: "more" | "less";
            /** @description Whether values may be added up. */
            additive: boolean;
            /** @description Answered by the day only, without a total: values of two days may be of the same people. */
            daily: boolean;
        };
        AnalyticsRow: {
            /** @description When the interval begins, in the time zone of the business: `2026-11-21`, or `2026-11-21T14:00-06:00` by the hour; empty without intervals. */
            time: string;
            /** @description The interval is not over, or the range cuts it off. */
            partial: boolean;
            /** @description Numbers can still rise, although the interval is over. */
            maturing: boolean;
            dimensions: {
                [key: string]: components["schemas"]["AnalyticsLabel"];
            };
            /** @description By the name of the metric. */
            metrics: {
                [key: string]: number;
            };
            /** @description The same of the range it is compared with; empty without `compare`. */
            previous: {
                [key: string]: number;
            };
        };
        AnalyticsValue: {
            value: string;
            /** @description Its name now; the value itself where it has no other name. */
            label: string;
            /**
             * Format: double
             * @description By the first metric that adds up.
             */
            count: number;
        };
        /** @description A write that waits for people, or has waited. */
        Approval: {
            _id: string;
            /** @description The tool that writes. */
            tool: string;
            /**
             * @description `pending`: people have not decided. `approved`: it is being carried out. `executed`: it was done. `failed`: it was approved, and refused when it was to be done. `withdrawn`: the agent does not want it any more.
             * @enum {string}
             */
            status: "pending" | "approved" | "executed" | "failed" | "rejected" | "expired" | "withdrawn";
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Until when people can decide.
             */
            expiresAt: string;
            /** @description When it was done, refused, rejected or withdrawn, or has expired. */
            endedAt: string | null;
            /** @description What the write would do, as the propose tool answered. */
            preview: {
                [key: string]: unknown;
            };
            /** @description The answer of the writing tool, when it was done. */
            answer: {
                [key: string]: unknown;
            } | null;
            /** @description Why it was not done, when it was approved. */
            refusal: {
                code: string;
                detail: string;
                /** @description The numbers and names in the detail. */
                values: {
                    [key: string]: string | number;
                };
            } | null;
            /** @description What the person wrote who rejected it. */
            reason: string | null;
            /** @description Arguments that the person would agree to: call the propose tool with them. */
            suggestedArguments: {
                [key: string]: unknown;
            } | null;
            /** @description Where a person decides. */
            url: string;
        };
        ApprovalDecidedEvent: {
            /** @description The same as the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "approval.decided";
            /** Format: date-time */
            timestamp: string;
            businessId: string;
            /** @constant */
            version: 1;
            /** @description True, and present for events of a sandbox only. */
            test?: boolean;
            data: {
                approvalId: string;
                tool: string;
                /** @enum {string} */
                decision: "approve" | "reject";
                decidedBy: string;
                isFinal: boolean;
            };
        };
        ApprovalExecutedEvent: {
            /** @description The same as the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "approval.executed";
            /** Format: date-time */
            timestamp: string;
            businessId: string;
            /** @constant */
            version: 1;
            /** @description True, and present for events of a sandbox only. */
            test?: boolean;
            data: {
                approvalId: string;
                tool: string;
                /** @enum {string} */
                outcome: "executed" | "failed";
                /** @description Absent when it was carried out */
                code?: string;
            };
        };
        ApprovalExpiredEvent: {
            /** @description The same as the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "approval.expired";
            /** Format: date-time */
            timestamp: string;
            businessId: string;
            /** @constant */
            version: 1;
            /** @description True, and present for events of a sandbox only. */
            test?: boolean;
            data: {
                approvalId: string;
                tool: string;
            };
        };
        ApprovalRequestedEvent: {
            /** @description The same as the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "approval.requested";
            /** Format: date-time */
            timestamp: string;
            businessId: string;
            /** @constant */
            version: 1;
            /** @description True, and present for events of a sandbox only. */
            test?: boolean;
            data: {
                approvalId: string;
                tool: string;
                askedBy: string;
                revision: number;
                /** @description ISO 8601 in UTC */
                expiresAt: string;
            };
        };
        /** @description Who validates the registrations of the flows that require it. */
        BankProvider: {
            /** @description Where registrations are validated. */
            url: string;
            /** @description While it is `false`, flows register visitors without validation. */
            isEnabled: boolean;
            /** @description The secrets that sign now, the newest first, without their text. Two during a rotation. */
            secrets: {
                kid: string;
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                expiresAt?: string;
            }[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        BankProviderAfterChange: {
            /** @description Where registrations are validated. */
            url: string;
            /** @description While it is `false`, flows register visitors without validation. */
            isEnabled: boolean;
            /** @description The secrets that sign now, the newest first, without their text. Two during a rotation. */
            secrets: {
                kid: string;
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                expiresAt?: string;
            }[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Only when this request has made it; else null. */
            secret: string | null;
        };
        BankProviderTest: {
            /** @enum {string} */
            status: "approved" | "rejected" | "pending" | "failed";
            /** @description In the words of the provider; empty without one. */
            reason: string;
            /** @description Of `failed`: `timeout`, `dns`, `connect`, `tls`, `http_500`, `bad_answer` and so on; else empty. */
            failure: string;
        };
        /** @description The provider with its new secret. */
        BankProviderWithSecret: {
            /** @description Where registrations are validated. */
            url: string;
            /** @description While it is `false`, flows register visitors without validation. */
            isEnabled: boolean;
            /** @description The secrets that sign now, the newest first, without their text. Two during a rotation. */
            secrets: {
                kid: string;
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                expiresAt?: string;
            }[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Signs requests and callbacks, `whsec_…`. No later answer shows it. */
            secret: string;
        };
        BankValidation: {
            /**
             * @description `not_sent`: the documents come first. `sending`: attempts go on. `waiting`: for the callback. `failed`: given up; it can be sent again.
             * @enum {string}
             */
            status: "not_sent" | "sending" | "waiting" | "approved" | "rejected" | "failed";
            /** @description In the words of the provider; empty without one. */
            reason: string;
            attempts: number;
            lastAttemptAt: string | null;
            /** @description `timeout`, `http_500`, `bad_answer`, `no_callback`, `provider_off` and so on; empty without one. */
            lastFailure: string;
            /** @description The next attempt, or the end of waiting for the callback. */
            nextAt: string | null;
        };
        BankValidationReport: {
            _id: string;
            /**
             * @description `pending`: waits for documents or for the bank. Only `completed` counts, in totals and as an event. `rejected`: by the bank. `expired`: without its documents.
             * @enum {string}
             */
            state: "pending" | "completed" | "rejected" | "expired";
            bankValidation: components["schemas"]["BankValidation"];
        };
        BankValidationSettings: {
            provider: components["schemas"]["BankProvider"] | null;
        };
        /** @description All flows with the same utm_campaign, and what the business has declared about it. */
        Campaign: {
            _id: string;
            name: string;
            /**
             * @description The first that applies: `ended` after `endsAt`, `scheduled` before `startsAt`, `paused` by `isPaused` or when all its flows are offline, otherwise `active`.
             * @enum {string}
             */
            status: "scheduled" | "active" | "paused" | "ended";
            /** @description Paused by the business. */
            isPaused: boolean;
            startsAt: string | null;
            /** @description The last moment of the campaign. */
            endsAt: string | null;
            /** @description Values that were not declared are those that all flows have in common. */
            utm: components["schemas"]["Utm"];
            flowCount: number;
            /** @description How many of the flows are online. */
            activeFlowCount: number;
            /** @description Sums over all flows of the campaign. */
            metrics: {
                totalVisits: number;
                uniqueVisits: number;
                completions: number;
                /**
                 * Format: double
                 * @description Completions per unique visit, in percent.
                 */
                conversionRate: number;
            };
            /**
             * @description `derived`: only flows name it; nothing was declared about it.
             * @enum {string}
             */
            origin: "declared" | "derived";
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the declaration or a flow of it was last changed.
             */
            updatedAt: string;
        };
        Center: {
            _id: string;
            name: string;
            address: string;
            /** @description Absent when unknown. */
            geo?: {
                /**
                 * Format: double
                 * @description Degrees.
                 */
                latitude: number;
                /**
                 * Format: double
                 * @description Degrees.
                 */
                longitude: number;
            };
            /** @description As given, or made from `geo`; empty without both. */
            mapsLink: string;
            /** @description People that it can serve at a time. */
            capacity: number;
            /** @description How it takes appointments. `weekly` has the opening hours; empty until they are set up. */
            schedule: {
                /** @description IANA name, from the business. */
                timezone: string;
                /** @description Minutes of an appointment of an active member. */
                activeMemberDuration: number;
                /** @description Minutes of an appointment of a non-member. */
                nonMemberDuration: number;
                weekly: {
                    /** @description 1 is Monday. */
                    weekday: number;
                    opens: string;
                    closes: string;
                }[];
            };
            /** @description ISO 3166-1 alpha-2 code. */
            countryId: string;
            isActive: boolean;
            /** @enum {string} */
            type: "physical" | "online";
            /** Format: date-time */
            createdAt: string;
        };
        CenterStock: {
            _id: string;
            /** @description The product. */
            stockId: string;
            /** @description The center. */
            serviceCenterId: string;
            /** @description Units at the center now. */
            currentStock: number;
            /** @description Below this it is low. */
            minStockAlert: number;
            /** @description Whether `currentStock` is below `minStockAlert`. */
            belowAlert: boolean;
            /**
             * @description How much being low matters.
             * @enum {string}
             */
            criticality: "low" | "medium" | "high";
            productName: string;
            serviceCenterName: string;
            /** Format: date-time */
            createdAt: string;
        };
        Certificate: {
            _id: string;
            sessionId: string;
            courseId: string;
            /** @description The business's own id of the student. */
            userId: string;
            fullName: string;
            email: string;
            /** @description Who enrolled on the public page: a registration of a flow. Name and e-mail address are those of the learner. */
            registration?: components["schemas"]["VisitorRegistration"];
            /** @description Title of the course. */
            title: string;
            /** @description Slug of the course. */
            slug: string;
            /**
             * Format: double
             * @description The best exam score; absent without an exam.
             */
            score?: number;
            /** Format: date-time */
            completedAt?: string;
            /** Format: date-time */
            issuedAt: string;
            /** @description Id of the API key that issued it. */
            issuedBy: string;
        };
        CertificateIssuedEvent: {
            /** @description The same as the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "certificate.issued";
            /** Format: date-time */
            timestamp: string;
            businessId: string;
            /** @constant */
            version: 1;
            /** @description True, and present for events of a sandbox only. */
            test?: boolean;
            data: {
                certificateId: string;
                sessionId: string;
                courseId: string;
                userId: string;
                /**
                 * Format: double
                 * @description Absent for courses without an exam
                 */
                score?: number;
                /** @description ISO 8601 in UTC */
                issuedAt: string;
            };
        };
        ChecklistStep: {
            /** @enum {string} */
            name: "fields" | "redirect" | "additionalRedirects" | "documents" | "bankValidation" | "authType" | "testRun" | "active";
            /**
             * @description `missing`: left to do. `warning`: visitors can use the flow, and a person should know. `optional`: not used by this flow.
             * @enum {string}
             */
            state: "done" | "missing" | "warning" | "optional";
            /**
             * @description Stays the same in every language. New ones may be added.
             * @enum {string}
             */
            code: "questions_asked" | "question_type_unknown" | "question_without_choices" | "redirect_works" | "target_inactive" | "target_missing" | "target_unknown" | "additional_redirects_unused" | "additional_redirects_work" | "additional_redirect_never_used" | "additional_redirect_hides_others" | "additional_target_inactive" | "additional_target_missing" | "documents_linked" | "documents_missing_for_draw" | "documents_missing_for_personal_data" | "bank_validation_unused" | "bank_validation_ready" | "bank_validation_missing" | "bank_provider_missing" | "visitor_proof_missing" | "visitor_proof_set" | "visitor_proof_partly_set" | "visitor_codes_fail" | "visitor_codes_untested" | "test_run_passed" | "test_run_missing" | "test_run_failed" | "test_run_outdated" | "page_online" | "page_offline" | "visitor_limits_nearly_used" | "test_page_shown" | "test_page_not_shown" | "test_page_changed" | "test_proof_not_needed" | "test_proof_skipped" | "test_answers_accepted" | "test_acceptance_not_needed" | "test_documents_accepted" | "test_bank_approved" | "test_bank_rejected" | "test_bank_pending" | "test_bank_failed" | "test_redirect_found" | "test_redirect_missing";
            params: components["schemas"]["FlowSentenceValues"];
            /** @description One sentence for a person, in English. */
            detail: string;
        };
        ClaimedPrize: {
            _id: string;
            /** @description The spin that won it. */
            spinId: string;
            rouletteId: string;
            /** @description Who won it, as the business names them. */
            userId: string;
            /** @description What was won, as it was at that time. */
            gift: components["schemas"]["DrawnGift"];
            /** @description The roulette item of which it is a unit. */
            itemId?: string;
            /** @description Claim code, unique within the business: the winner shows it. Absent in prizes from before there were codes. */
            code?: string;
            /** @description Who won it on the public page: a registration of a flow. */
            registration?: components["schemas"]["VisitorRegistration"];
            /**
             * @description `won` can be claimed; `claimed` and `expired` are final.
             * @enum {string}
             */
            status: "won" | "claimed" | "expired";
            /** Format: date-time */
            wonAt: string;
            /** @description Until when it can be claimed; null: always. */
            expiresAt: string | null;
            claimedAt: string | null;
            expiredAt: string | null;
            /** @description True if this request claimed it, false if it was claimed before. */
            claimedNow: boolean;
        };
        CodeSend: {
            /** Format: date-time */
            at: string;
            /**
             * @description `sent`: WhatsApp has accepted the message. `sending`: its answer was not stored.
             * @enum {string}
             */
            outcome: "sending" | "sent" | "failed";
            /** @description What has failed and what to do; empty otherwise. */
            detail: string;
        };
        Course: {
            _id: string;
            title: string;
            /** @description Unique in the business. It never changes. */
            slug: string;
            description: string;
            /** @description Students can access the course only while this is true. */
            published: boolean;
            /** @description The course is meant to end with a certificate. */
            isCertified: boolean;
            /**
             * Format: double
             * @description Least score to pass the exam; absent: the course has no exam.
             */
            examApproveScore?: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updatedAt: string;
            /**
             * Format: date-time
             * @description The last publication; absent before the first one.
             */
            publishedAt?: string;
            /** @description In the order in which students take them. */
            modules: components["schemas"]["CourseModule"][];
        };
        CourseModule: {
            /** @description Chosen by the business, unique in the course. */
            _id: string;
            title: string;
            /** @description Place in the course; the lowest comes first. */
            order: number;
            /** @description Whether a student must complete it to finish the course. */
            required: boolean;
        };
        CourseModules: {
            courseId: string;
            /** @description In the order in which students take them. */
            modules: components["schemas"]["CourseModule"][];
            /**
             * Format: date-time
             * @description The last change of the course.
             */
            updatedAt: string;
        };
        CoursePublishedEvent: {
            /** @description The same as the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "course.published";
            /** Format: date-time */
            timestamp: string;
            businessId: string;
            /** @constant */
            version: 1;
            /** @description True, and present for events of a sandbox only. */
            test?: boolean;
            data: {
                courseId: string;
                slug: string;
                /** @description ISO 8601 in UTC */
                publishedAt: string;
            };
        };
        DrawnGift: {
            /** @description Its place in the `gifts` of the roulette, from 0. */
            index: number;
            value: string;
            message: string;
            emoji?: string;
            /** @description A type of `GET /v1/public/gift-types`. */
            typeOfGift: {
                _id: string;
                /** @enum {string} */
                name: "Fisico" | "Porcentaje" | "Perder" | "Points";
            };
        };
        EnrollmentStatistics: {
            total_enrollments: number;
            /** @description How many are in each status now. */
            by_status: {
                in_progress: number;
                exam: number;
                completed: number;
                certified: number;
                failed: number;
            };
            /**
             * Format: double
             * @description completed and certified, % of all.
             */
            completion_rate: number;
            /**
             * Format: double
             * @description certified, % of all.
             */
            certification_rate: number;
            /**
             * Format: double
             * @description certified, % of completed and certified.
             */
            certifiedOfCompleted: number;
        };
        ExamAttempt: {
            _id: string;
            sessionId: string;
            courseId: string;
            /** @description 1 for the first attempt of the session. */
            number: number;
            /** Format: double */
            score: number;
            /** @description By the passing score of the course at that time. */
            passed: boolean;
            /** Format: date-time */
            submittedAt: string;
        };
        ExamStatistics: {
            /** @description Students who ever entered the exam. */
            total_exams_started: number;
            /** @description Students who handed in at least one attempt. */
            total_exams_completed: number;
            /**
             * Format: double
             * @description Passed, % of total_exams_completed.
             */
            pass_rate: number;
            /**
             * Format: double
             * @description Mean of the best scores; absent when no exam was handed in.
             */
            average_score?: number;
        };
        Flow: {
            _id: string;
            /** @description Unique among all businesses; it never changes. */
            slug: string;
            name: string;
            /** @description Whether its page is online. */
            isActive: boolean;
            /** @description utm_source */
            source: string;
            /** @description utm_medium */
            medium: string;
            /** @description utm_campaign; flows with the same value belong to one campaign. */
            campaign: string;
            /** @description utm_content */
            content: string;
            /** @description Persons of a day who registered, also several with one browser. */
            completedCount: number;
            /** @description Different visitors per day. */
            uniqueVisitCount: number;
            totalVisitCount: number;
            /**
             * Format: double
             * @description Registrations per unique visit, in percent.
             */
            conversionRate: number;
            /** @description The address of its page. */
            publicUrl: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When a setting was last changed; visits do not count.
             */
            updatedAt: string;
            registrationFields: components["schemas"]["RegistrationField"][];
            /** @description What the page asks, by the `value` of the question: a `text` that we wrote is in the language of the visitors. */
            questionLabels: {
                [key: string]: string;
            };
            redirect: components["schemas"]["Redirect"];
            /** @description The present state of the target of `redirect`. */
            redirectTarget: {
                /**
                 * @description `unknown`: the service of the target did not answer. Visitors are sent to an `active` target only.
                 * @enum {string}
                 */
                status: "active" | "inactive" | "missing" | "unknown";
                /** @description Its address, without the UTM values; empty when it is not known. */
                url: string;
            };
            /** @description In the order in which they are tried. */
            additionalRedirects: components["schemas"]["AdditionalRedirect"][];
            /** @description The present state of the targets of `additionalRedirects`, in their order. */
            additionalRedirectTargets: {
                /**
                 * @description `unknown`: the service of the target did not answer. Visitors are sent to an `active` target only.
                 * @enum {string}
                 */
                status: "active" | "inactive" | "missing" | "unknown";
                /** @description Its address, without the UTM values; empty when it is not known. */
                url: string;
            }[];
            /** @description What the page links, in its order. */
            documents: {
                _id: string;
                /** @enum {string} */
                kind: "terms" | "privacy" | "permit";
                title: string;
                requiresAcceptance: boolean;
                sha256: string;
            }[];
            /** @description The last test run, and what it says about the flow as it is now. */
            testRun: {
                /**
                 * @description `outdated`: the flow was changed after its last test run.
                 * @enum {string}
                 */
                state: "missing" | "failed" | "outdated" | "passed";
                _id: string | null;
                at: string | null;
            };
            /** @description What a person should know about the flow before sharing its link. */
            warnings: string[];
            /** @description The same warnings, in the same order, with their codes and values for other languages. */
            warningDetails: components["schemas"]["FlowWarning"][];
            isBankProviderRequired: boolean;
            /**
             * @description How visitors prove who they are: `whatsapp` until it is changed in the console. Without a provider they register without a proof.
             * @enum {string}
             */
            authType: "whatsapp" | "identity_provider" | "both";
        };
        FlowChecklist: {
            slug: string;
            /** @description Whether no step is `missing`. */
            isComplete: boolean;
            steps: components["schemas"]["ChecklistStep"][];
        };
        FlowCounts: {
            /** @description Opened pages. */
            visits: number;
            /** @description Different visitors of a flow and day, where a day of visitors is one in UTC. */
            uniqueVisits: number;
            /** @description Completed registrations. */
            registrations: number;
        };
        FlowDailyCounts: {
            /** @description In which the days begin and end: that of the business. */
            timeZone: string;
            /** @description Every day of the range, the first one first, also days on which nothing happened. */
            days: {
                /** Format: date */
                day: string;
                counts: components["schemas"]["FlowCounts"];
            }[];
            /** @description Of all these days together. */
            totals: components["schemas"]["FlowCounts"];
        };
        /** @description A file that the page of a flow links. */
        FlowDocument: {
            _id: string;
            /**
             * @description Terms, privacy notice, or permit of the draw.
             * @enum {string}
             */
            kind: "terms" | "privacy" | "permit";
            /** @description What the page calls it; empty: the kind, in the language of the page. */
            title: string;
            /** @description Visitors must accept it to register. */
            requiresAcceptance: boolean;
            /** @description SHA-256 of the content, in hexadecimal. */
            sha256: string;
            bytes: number;
            /**
             * @description Found out from the content.
             * @enum {string}
             */
            mediaType: "application/pdf" | "image/png" | "image/jpeg" | "text/plain";
            /** @description All contents, the newest last. */
            versions: {
                /** @description SHA-256 of the content, in hexadecimal. */
                sha256: string;
                bytes: number;
                /**
                 * @description Found out from the content.
                 * @enum {string}
                 */
                mediaType: "application/pdf" | "image/png" | "image/jpeg" | "text/plain";
                /** Format: date-time */
                uploadedAt: string;
            }[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        FlowRegistrationCompletedEvent: {
            /** @description The same as the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "flow.registration.completed";
            /** Format: date-time */
            timestamp: string;
            businessId: string;
            /** @constant */
            version: 1;
            /** @description True, and present for events of a sandbox only. */
            test?: boolean;
            data: {
                registrationId: string;
                flowId: string;
                slug: string;
                redirectType: string;
                /** @description Absent for url */
                redirectTargetId?: string;
                /** @description UTM campaign of the flow; absent without one */
                campaign?: string;
            };
        };
        /** @description The values in the sentence. Which ones there are follows from its code. */
        FlowSentenceValues: {
            count?: number;
            required?: number;
            /** @description Of an additional redirect, from 1. */
            place?: number;
            question?: string;
            type?: string;
            authType?: string;
            failure?: string;
            kinds?: string[];
            limits?: string[];
            methods?: string[];
        };
        FlowSource: {
            /** @enum {string} */
            source: "search" | "instagram" | "facebook" | "whatsapp" | "tiktok" | "youtube" | "x" | "linkedin" | "email" | "other" | "direct";
            visitors: number;
        };
        FlowStatistics: {
            totalFlows: number;
            activeFlows: number;
            inactiveFlows: number;
            totalCompletions: number;
            totalVisits: number;
            uniqueVisits: number;
            /**
             * Format: double
             * @description Registrations per unique visit, in percent.
             */
            conversionRate: number;
        };
        FlowStop: {
            /**
             * @description `opened`: has seen the page and sent no form. `proof`: has tried to prove who they are, and was refused. `proved`: has proved it and sent no form. `question`, `documents`: the form was last refused at this question, or at a document to accept. `limit`: it was refused because visitors may send no more for now. `unfinished`: the form was accepted, and files or the bank are missing. `other`: at a question that the flow does not have any more.
             * @enum {string}
             */
            place: "opened" | "proof" | "proved" | "question" | "documents" | "limit" | "unfinished" | "registered" | "other";
            /** @description The `value` of the question. */
            question?: string;
            /** @description Visitors of these days who stand here now. */
            visitors: number;
            /** @description Tries of these days that were refused here. */
            refusedTries: number;
        };
        FlowSummary: {
            _id: string;
            /** @description Unique among all businesses; it never changes. */
            slug: string;
            name: string;
            /** @description Whether its page is online. */
            isActive: boolean;
            /** @description utm_source */
            source: string;
            /** @description utm_medium */
            medium: string;
            /** @description utm_campaign; flows with the same value belong to one campaign. */
            campaign: string;
            /** @description utm_content */
            content: string;
            /** @description Persons of a day who registered, also several with one browser. */
            completedCount: number;
            /** @description Different visitors per day. */
            uniqueVisitCount: number;
            totalVisitCount: number;
            /**
             * Format: double
             * @description Registrations per unique visit, in percent.
             */
            conversionRate: number;
            /** @description The address of its page. */
            publicUrl: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When a setting was last changed; visits do not count.
             */
            updatedAt: string;
        };
        /** @description A survey or an event of another site, to which flows can redirect: its `_id` is a `redirect.targetId`. */
        FlowTarget: {
            _id: string;
            /** @enum {string} */
            kind: "survey" | "event";
            name: string;
            url: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        FlowUncounted: {
            /** @description A program seems to have sent them. */
            automatic: number;
            /** @description The same person has registered on the same day. */
            repeated: number;
        };
        FlowVisitCounts: {
            /** @description Opened pages. */
            visits: number;
            /** @description Different visitors of a day, where a day of visitors is one in UTC. */
            uniqueVisits: number;
            /** @description Persons of a day who have completed a registration. */
            registrations: number;
            /** @description Forms that had something wrong or were over a limit, and refused tries to prove who one is. */
            refusedTries: number;
        };
        FlowVisits: {
            /** @description In which the days begin and end: that of the business. */
            timeZone: string;
            /** @description Every day of the range, the first one first, also days on which nothing happened. */
            days: {
                /** Format: date */
                day: string;
                counts: components["schemas"]["FlowVisitCounts"];
            }[];
            /** @description Of all these days together. */
            totals: components["schemas"]["FlowVisitCounts"];
            /** @description Where visitors came from at their first visit, the most first: by `utm_source`, the application of the browser, or the page with the link. `direct`: nothing says it. */
            sources: components["schemas"]["FlowSource"][];
            /** @description Completed registrations that are stored and not counted. */
            uncounted: components["schemas"]["FlowUncounted"];
            /** @description In the order of the page; questions in their order, also those at which nobody stopped. */
            stops: components["schemas"]["FlowStop"][];
        };
        FlowWarning: {
            /**
             * @description Stays the same in every language. New ones may be added.
             * @enum {string}
             */
            code: "questions_asked" | "question_type_unknown" | "question_without_choices" | "redirect_works" | "target_inactive" | "target_missing" | "target_unknown" | "additional_redirects_unused" | "additional_redirects_work" | "additional_redirect_never_used" | "additional_redirect_hides_others" | "additional_target_inactive" | "additional_target_missing" | "documents_linked" | "documents_missing_for_draw" | "documents_missing_for_personal_data" | "bank_validation_unused" | "bank_validation_ready" | "bank_validation_missing" | "bank_provider_missing" | "visitor_proof_missing" | "visitor_proof_set" | "visitor_proof_partly_set" | "visitor_codes_fail" | "visitor_codes_untested" | "test_run_passed" | "test_run_missing" | "test_run_failed" | "test_run_outdated" | "page_online" | "page_offline" | "visitor_limits_nearly_used" | "test_page_shown" | "test_page_not_shown" | "test_page_changed" | "test_proof_not_needed" | "test_proof_skipped" | "test_answers_accepted" | "test_acceptance_not_needed" | "test_documents_accepted" | "test_bank_approved" | "test_bank_rejected" | "test_bank_pending" | "test_bank_failed" | "test_redirect_found" | "test_redirect_missing";
            params: components["schemas"]["FlowSentenceValues"];
            /** @description One sentence for a person, in English. */
            detail: string;
        };
        Gift: {
            /** @description Name on the wheel. */
            value: string;
            /** @description Shown when it is won. */
            message: string;
            /**
             * Format: double
             * @description Relative weight among the gifts of the roulette.
             */
            probability: number;
            /**
             * Format: double
             * @description Its chance in percent at the next spin, as the draw decides: 0 while it is unavailable, and what the gifts that it replaces would have.
             */
            chancePercent: number;
            /**
             * Format: double
             * @description The same at the first spin of a user, as the public page shows it. Other only while a gift with `guaranteedForFirstTimers` is available.
             */
            firstSpinChancePercent: number;
            /** @description A type of `GET /v1/public/gift-types`. */
            typeOfGift: {
                _id: string;
                /** @enum {string} */
                name: "Fisico" | "Porcentaje" | "Perder" | "Points";
            };
            emoji?: string;
            /** @description Units left; absent when it can always be won. */
            quantity?: number;
            /** @description The roulette item of which a win takes a unit; `Fisico` only. */
            item_id?: string;
            guaranteedForFirstTimers: boolean;
            /** @description At least so many spins lie between two wins of it. */
            winInterval: number;
            /** @description `value` of the gift that stands in when it is unavailable. */
            fallback?: string;
        };
        GiftChangeInput: {
            /** @description Its place in `gifts`, from 0. */
            index: number;
            value?: string;
            message?: string;
            /** Format: double */
            probability?: number;
            /** @description Empty removes it. */
            emoji?: string;
            guaranteedForFirstTimers?: boolean;
            winInterval?: number;
            /** @description Empty removes it. */
            fallback?: string;
        };
        GiftType: {
            _id: string;
            name: string;
            /** @description What it does, in a sentence. */
            meaning: string;
        };
        LearningCounts: {
            /** @description Sessions that began. */
            enrollments: number;
            /** @description Sessions that became completed. */
            completions: number;
            /** @description Certificates that were issued. */
            certificates: number;
        };
        LearningDailyCounts: {
            /** @description In which the days begin and end: that of the business. */
            timeZone: string;
            /** @description Every day of the range, the first one first, also days on which nothing happened. */
            days: {
                /** Format: date */
                day: string;
                counts: components["schemas"]["LearningCounts"];
            }[];
            /** @description Of all these days together. */
            totals: components["schemas"]["LearningCounts"];
        };
        ListedCourse: {
            _id: string;
            title: string;
            /** @description Unique in the business. It never changes. */
            slug: string;
            description: string;
            /** @description Students can access the course only while this is true. */
            published: boolean;
            /** @description The course is meant to end with a certificate. */
            isCertified: boolean;
            /**
             * Format: double
             * @description Least score to pass the exam; absent: the course has no exam.
             */
            examApproveScore?: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updatedAt: string;
            /**
             * Format: date-time
             * @description The last publication; absent before the first one.
             */
            publishedAt?: string;
        };
        Movement: {
            _id: string;
            centerStockId: string;
            stockId: string;
            serviceCenterId: string;
            /** @description 1, 2, 3 … per center stock, without gaps. */
            seq: number;
            /** @description Units added; negative: taken. */
            delta: number;
            /** @description Units at the center afterwards. */
            quantityAfter: number;
            /** @enum {string} */
            reason: "initial" | "withdrawal" | "receiving" | "transfer" | "count";
            /** @description Id of the withdrawal, receiving, transfer or count; for `initial`, of the center stock itself. */
            ref: string;
            note: string;
            /** @description Id of the API key. */
            actor: string;
            /** Format: date-time */
            at: string;
        };
        NewGiftInput: {
            /** @description Name on the wheel. */
            value: string;
            /** @description Shown when it is won. */
            message: string;
            /**
             * Format: double
             * @description Relative weight among the gifts of the roulette; one of them is above 0.
             */
            probability: number;
            /** @description `_id` and `name` of one type of `GET /v1/public/gift-types`. */
            typeOfGift: {
                _id: string;
                name: string;
            };
            emoji?: string;
            /** @description Units that can be won. A `Fisico` gift has at least 1. */
            quantity?: number;
            /** @description A roulette item with stock, enabled in rewards; `Fisico` only. */
            item_id?: string;
            /**
             * @description A user's first spin is drawn among these gifts, while one of them is available.
             * @default false
             */
            guaranteedForFirstTimers?: boolean;
            /**
             * @description At least so many spins lie between two wins of it.
             * @default 0
             */
            winInterval?: number;
            /** @description `value` of the one other gift that stands in when it is unavailable. */
            fallback?: string;
        };
        PersonPreview: {
            names: {
                /** @enum {string} */
                kind: "email" | "userId" | "phone";
                value: string;
                /** @description Found in the records, not given in the request. */
                isLinked: boolean;
            }[];
            /** @description Other names in these records of which nothing proves that they are of the same person: anybody can type the e-mail address of another person in a form. They are not part of an export or an erasure; name those that the person has shown to be theirs. */
            unprovenNames: {
                /** @enum {string} */
                kind: "email" | "userId" | "phone";
                value: string;
            }[];
            /** @description Collections without records of the person are absent. */
            records: {
                service: string;
                collection: string;
                records: number;
            }[];
            /** @description The person is a member of the business, so an erasure would be refused. */
            isMember: boolean;
            /** @description False when the time was over before everything was searched: there may be more records and names. An erasure and an export find them all the same. */
            isComplete: boolean;
        };
        /** @description A request about a person and its receipt. It contains no personal data. */
        PersonRequest: {
            _id: string;
            /** @enum {string} */
            kind: "export" | "erasure";
            /** @enum {string} */
            status: "running" | "completed";
            /** @description Keyed hashes of the names, the same in every request about the same person. They do not lead back to a name. */
            personHashes: string[];
            /** @description What replaces the user ids of the person; null for an export. */
            tombstone: string | null;
            /** @description What was found for an export; what an erasure has changed so far. `EVENTS` are messages of the event stream. */
            records: {
                service: string;
                collection: string;
                records: number;
            }[];
            /** @description How many names an erasure has found while it ran and has not followed, because one person has at most 50: several persons share one of the names. At most about 5,000 of each service are counted. */
            namesLeftOut: number;
            /** @description Id of the key or of the person in the console. */
            requestedBy: string;
            /** Format: date-time */
            requestedAt: string;
            completedAt: string | null;
            /** @description Of a completed erasure: everything that was sent to the API before this time is covered, also during the erasure. */
            coversUntil: string | null;
            /** @description Of an export; null for an erasure. */
            downloadUntil: string | null;
        };
        Prize: {
            _id: string;
            /** @description The spin that won it. */
            spinId: string;
            rouletteId: string;
            /** @description Who won it, as the business names them. */
            userId: string;
            /** @description What was won, as it was at that time. */
            gift: components["schemas"]["DrawnGift"];
            /** @description The roulette item of which it is a unit. */
            itemId?: string;
            /** @description Claim code, unique within the business: the winner shows it. Absent in prizes from before there were codes. */
            code?: string;
            /** @description Who won it on the public page: a registration of a flow. */
            registration?: components["schemas"]["VisitorRegistration"];
            /**
             * @description `won` can be claimed; `claimed` and `expired` are final.
             * @enum {string}
             */
            status: "won" | "claimed" | "expired";
            /** Format: date-time */
            wonAt: string;
            /** @description Until when it can be claimed; null: always. */
            expiresAt: string | null;
            claimedAt: string | null;
            expiredAt: string | null;
        };
        PrizeClaimedEvent: {
            /** @description The same as the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "prize.claimed";
            /** Format: date-time */
            timestamp: string;
            businessId: string;
            /** @constant */
            version: 1;
            /** @description True, and present for events of a sandbox only. */
            test?: boolean;
            data: {
                prizeId: string;
                rouletteId: string;
                userId: string;
                /** @description ISO 8601 in UTC */
                claimedAt: string;
            };
        };
        PrizeExpiredEvent: {
            /** @description The same as the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "prize.expired";
            /** Format: date-time */
            timestamp: string;
            businessId: string;
            /** @constant */
            version: 1;
            /** @description True, and present for events of a sandbox only. */
            test?: boolean;
            data: {
                prizeId: string;
                rouletteId: string;
                userId: string;
                /** @description ISO 8601 in UTC */
                expiredAt: string;
            };
        };
        PrizeWonEvent: {
            /** @description The same as the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "prize.won";
            /** Format: date-time */
            timestamp: string;
            businessId: string;
            /** @constant */
            version: 1;
            /** @description True, and present for events of a sandbox only. */
            test?: boolean;
            data: {
                prizeId: string;
                spinId: string;
                rouletteId: string;
                userId: string;
                giftIndex: number;
                typeOfGift: string;
                /** @description Physical prizes only */
                itemId?: string;
                /** @description ISO 8601 in UTC; absent when it does not expire */
                expiresAt?: string;
            };
        };
        /** @description Where visitors go after they have registered. */
        Redirect: {
            /** @enum {string} */
            type: "roulette" | "course" | "survey" | "event" | "url";
            /** @description The roulette, course, survey or event; empty for the type `url`. */
            targetId: string;
            /** @description The address; empty for all other types. */
            url: string;
        };
        /** @description What one visitor entered. `utm` is what the flow had then; `redirect` is where the visitor is sent: the main redirect of the flow, or an additional one. */
        Registration: {
            _id: string;
            flowId: string;
            slug: string;
            /**
             * @description `pending`: waits for documents or for the bank. Only `completed` counts, in totals and as an event. `rejected`: by the bank. `expired`: without its documents.
             * @enum {string}
             */
            state: "pending" | "completed" | "rejected" | "expired";
            /**
             * @description Why a completed registration is not counted: `automatic`, a program seems to have sent it; `repeated`, the same person has registered on the same day. Absent when it is counted.
             * @enum {string}
             */
            uncounted?: "automatic" | "repeated";
            /** @description Of a pending registration. */
            waitsFor: ("documents" | "bank") | null;
            /** @description By the `value` of the question. Questions without an answer are absent. */
            answers: {
                [key: string]: string;
            };
            utm: components["schemas"]["Utm"];
            redirect: components["schemas"]["Redirect"];
            /** @description What the visitor accepted, in the version that the page showed. */
            acceptedDocuments: components["schemas"]["AcceptedDocument"][];
            /** @description What the visitor had proved before the form; `null` when nothing was asked. */
            proof: ({
                /** @constant */
                method: "whatsapp";
                /** @description In E.164. */
                phone: string;
                /** Format: date-time */
                at: string;
            } | {
                /** @constant */
                method: "identity_provider";
                issuer: string;
                subject: string;
                /** @description Only one that the provider has verified. */
                email?: string;
                /** Format: date-time */
                at: string;
            }) | null;
            /** @description The documents that the visitor was asked for. */
            files: {
                /** @description The `value` of the question. */
                field: string;
                text: string;
                isRequired: boolean;
                /** @description null: not sent. */
                file: components["schemas"]["RegistrationFile"] | null;
            }[];
            /** @description null when the flow did not require it. */
            bankValidation: components["schemas"]["BankValidation"] | null;
            /** Format: date-time */
            createdAt: string;
            completedAt: string | null;
        };
        RegistrationField: {
            /** @description What the page asks. */
            text: string;
            /** @description Identifier of the question; answers are stored under it. */
            value: string;
            /** @description text, textarea, email, phone, number, date, select or checkbox; others are asked as text. */
            type: string;
            /** @description A hint; of a select the choices, as `S|M|L`. */
            placeholder: string;
            isRequired: boolean;
        };
        /** @description A file of a visitor. It is not checked for malware. */
        RegistrationFile: {
            _id: string;
            /** @enum {string} */
            mediaType: "application/pdf" | "image/png" | "image/jpeg" | "text/plain";
            bytes: number;
            sha256: string;
            /** Format: date-time */
            uploadedAt: string;
        };
        /** @description How long the business keeps its history. */
        Retention: {
            /** @description Number of the last change; 0 before the first one. Send it with the next change. */
            version: number;
            /** @description A kind of history without a rule is kept until the business is deleted. */
            rules: {
                /** @description Spins with their prizes. A spin has ended when its prize was claimed or has expired, or when none was won. What a player has spun and won still counts for limits. */
                spins?: components["schemas"]["RetentionRule"];
                /** @description Rows of the ledgers of stock, from the beginning of each. The balance at the cut is kept. */
                stockMovements?: components["schemas"]["RetentionRule"];
                /** @description Withdrawals. Their ledger rows are `stockMovements`. */
                withdrawals?: components["schemas"]["RetentionRule"];
                /** @description Transfers. Their ledger rows are `stockMovements`. */
                transfers?: components["schemas"]["RetentionRule"];
                /** @description Registrations with the files of their visitors, since they were completed or rejected or have expired. One that waits for its documents or its bank stays. Counters of flows and campaigns are kept. */
                registrations?: components["schemas"]["RetentionRule"];
                /** @description Sessions that were completed or have failed, with their exam attempts, since the last of both. One with a certificate stays. A learner who enrolls again has the session back. */
                sessions?: components["schemas"]["RetentionRule"];
            };
            /** @description The fewest days that the operator allows. */
            daysMin: number;
            /** @description What the operator allows. Without any, nothing can be chosen. */
            modes: ("archive" | "delete")[];
            /** @description The kinds of history that there are. */
            kinds: {
                /** @enum {string} */
                kind: "spins" | "stockMovements" | "withdrawals" | "transfers" | "registrations" | "sessions";
                /** @description What may be chosen for it: `archive` only where the operator has set up a place for archives. */
                modes: ("archive" | "delete")[];
            }[];
            /** @description False while a service has not heard of the last change yet. It will. */
            isApplied: boolean;
            updatedAt: string | null;
            /** @description Id of the key or of the person in the console. */
            updatedBy: string | null;
        };
        RetentionPreview: {
            kinds: {
                /** @enum {string} */
                kind: "spins" | "stockMovements" | "withdrawals" | "transfers" | "registrations" | "sessions";
                /** @description How many records would go now; a spin and its prize are two. */
                records: number;
                /** @description Time of the oldest of them; null without any. */
                oldest: string | null;
                /** @description False when the time was over before everything was counted: there are more. */
                isComplete: boolean;
            }[];
        };
        RetentionRule: {
            /**
             * @description `archive`: the records are written to the archive of the operator, read back, compared, and then deleted. `delete`: they are deleted, and nothing has them any more.
             * @enum {string}
             */
            mode: "archive" | "delete";
            /** @description For how many days history is kept after it has ended. */
            days: number;
        };
        RetentionRuleInput: {
            /**
             * @description `archive`: the records are written to the archive of the operator, read back, compared, and then deleted. `delete`: they are deleted, and nothing has them any more.
             * @enum {string}
             */
            mode: "archive" | "delete";
            /** @description For how many days history is kept after it has ended. */
            days: number;
        };
        Roulette: {
            _id: string;
            name: string;
            /** @description Whether it can be spun. */
            isActive: boolean;
            /** @description A type of `GET /v1/public/roulette-types`. */
            typeOfRoulette: {
                _id: number;
                name: string;
            };
            /** @description Completed spins, won or lost. */
            totalSpins: number;
            /** Format: date-time */
            createdAt: string;
            /** @description In the order of the wheel. A gift is named by its place, from 0. */
            gifts: components["schemas"]["Gift"][];
            /** @description Seconds of the win animation. */
            timeToWin: number;
            /** @description Seconds of the lose animation. */
            timeToLose: number;
            textToWin: string;
            textToLose: string;
            termsAndConditions: string;
            /** @enum {string} */
            time_unit: "hours" | "days";
            /** @description Until a prize expires, if the type supports it. */
            time_to_expire: number;
            /** @description Prizes that one user can win. */
            max_wins: number;
            /** @description How often a visitor of its public page may spin it in all. */
            spinsPerVisitor: number;
            /** @description That of the business when the roulette was created. */
            country: string;
        };
        RouletteCounts: {
            /** @description Completed spins. */
            spins: number;
            /** @description Spins that won a prize. */
            prizesWon: number;
            /** @description Prizes that were claimed. */
            prizesClaimed: number;
        };
        RouletteDailyCounts: {
            /** @description In which the days begin and end: that of the business. */
            timeZone: string;
            /** @description Every day of the range, the first one first, also days on which nothing happened. */
            days: {
                /** Format: date */
                day: string;
                counts: components["schemas"]["RouletteCounts"];
            }[];
            /** @description Of all these days together. */
            totals: components["schemas"]["RouletteCounts"];
        };
        RouletteItem: {
            /** @description The `item_id` of a gift. */
            _id: string;
            name: string;
            /** @description Units left. */
            available_stock: number;
            /** @description Whether it may be a prize. */
            enabled_in_rewards: boolean;
            description: string;
            /** @description ISO 4217. */
            currency: string;
            /** @description Whether a win takes a unit of the stock. */
            track_stock: boolean;
            /** @description That of the business when the item was created. */
            country: string;
            /** Format: date-time */
            createdAt: string;
        };
        RouletteSummary: {
            _id: string;
            name: string;
            /** @description Whether it can be spun. */
            isActive: boolean;
            /** @description A type of `GET /v1/public/roulette-types`. */
            typeOfRoulette: {
                _id: number;
                name: string;
            };
            /** @description Completed spins, won or lost. */
            totalSpins: number;
            /** Format: date-time */
            createdAt: string;
            /** @description Gifts whose own units are used up. Units can be added. */
            soldOutGifts: components["schemas"]["SoldOutGift"][];
        };
        RouletteType: {
            _id: number;
            name: string;
            /** @description Whether prizes expire, after `time_to_expire` × `time_unit`. */
            supportsExpiry: boolean;
            /** @description What it does, in a sentence. */
            meaning: string;
        };
        SeededSandbox: {
            /** @constant */
            status: "seeded";
            supply: {
                serviceCenterId: string;
                stockId: string;
                centerStockId: string;
            };
            roulettes: {
                /** @description An active roulette. */
                rouletteId: string;
                itemId: string;
            };
            learning: {
                /** @description A published course. */
                courseId: string;
                /** @description A completed session without a certificate. */
                sessionId: string;
            };
            flows: {
                /** @description Of an active flow. */
                slug: string;
                publicUrl: string;
            };
        };
        Session: {
            _id: string;
            courseId: string;
            /** @description The business's own id of the student. */
            userId: string;
            fullName: string;
            email: string;
            /** @description Who enrolled on the public page: a registration of a flow. Name and e-mail address are those of the learner. */
            registration?: components["schemas"]["VisitorRegistration"];
            /** @description Title of the course. */
            title: string;
            /** @description Slug of the course. */
            slug: string;
            /** @enum {string} */
            status: "in_progress" | "exam" | "completed" | "certified" | "failed";
            /** @description Id of the first module that is not completed; absent: all are. */
            currentModule?: string;
            /** @description Ids of the completed modules. */
            completedModules: string[];
            /**
             * Format: double
             * @description The best score of all attempts; absent before the first one.
             */
            score?: number;
            /**
             * @description `none`: no exam for this student. `started`: in the exam, nothing handed in yet.
             * @enum {string}
             */
            examStatus: "none" | "not_started" | "started" | "passed" | "failed";
            /** @description How many exams were handed in; `GET /v1/public/sessions/{id}/attempts` lists those that no retention rule has deleted. */
            attemptCount: number;
            /**
             * Format: date-time
             * @description Enrollment.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description The first time the student entered the exam.
             */
            examStartedAt?: string;
            /** Format: date-time */
            completedAt?: string;
            /** @description Absent until it is issued. */
            certificate?: {
                certificateId: string;
                /** Format: date-time */
                issuedAt: string;
                /** @description Id of the API key that issued it. */
                issuedBy: string;
                /** Format: double */
                score?: number;
            };
        };
        SessionStatusChangedEvent: {
            /** @description The same as the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "session.status_changed";
            /** Format: date-time */
            timestamp: string;
            businessId: string;
            /** @constant */
            version: 1;
            /** @description True, and present for events of a sandbox only. */
            test?: boolean;
            data: {
                sessionId: string;
                courseId: string;
                userId: string;
                /**
                 * @description Absent or empty when the session is new
                 * @enum {string}
                 */
                previousStatus?: "in_progress" | "exam" | "completed" | "certified" | "failed" | "";
                /** @enum {string} */
                status: "in_progress" | "exam" | "completed" | "certified" | "failed";
                /**
                 * Format: double
                 * @description Best exam score so far; absent before the first attempt
                 */
                score?: number;
            };
        };
        SoldOutGift: {
            /** @description Its place in `gifts`, from 0. */
            index: number;
            value: string;
        };
        Spin: {
            _id: string;
            rouletteId: string;
            /** @description Who spun, as the business names them. */
            userId: string;
            /** @description Who spun on the public page: a registration of a flow. */
            registration?: components["schemas"]["VisitorRegistration"];
            /** @description 1, 2, 3 … of the roulette, without a gap. */
            number: number;
            /** @enum {string} */
            result: "won" | "lost";
            /** @description What the user gets, as it was at that time. */
            gift: components["schemas"]["DrawnGift"];
            /** @description The place that was drawn; another one than that of `gift` when that gift was unavailable. */
            drawnIndex: number;
            /** @description The prize; absent when lost. */
            prizeId?: string;
            /** @description Until when the prize can be claimed; null: always. Absent when lost. */
            prizeExpiresAt?: string | null;
            /** @description `textToWin` or `textToLose`, as it was at that time. */
            text: string;
            /** @description `timeToWin` or `timeToLose`, as it was at that time. */
            animationSeconds: number;
            /** @description How many prizes the user could still win of the roulette after this spin. */
            winsLeft: number;
            /** Format: date-time */
            createdAt: string;
        };
        SpinCompletedEvent: {
            /** @description The same as the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "spin.completed";
            /** Format: date-time */
            timestamp: string;
            businessId: string;
            /** @constant */
            version: 1;
            /** @description True, and present for events of a sandbox only. */
            test?: boolean;
            data: {
                spinId: string;
                rouletteId: string;
                userId: string;
                /** @enum {string} */
                result: "won" | "lost";
                giftIndex: number;
                typeOfGift: string;
                /** @description Absent when lost */
                prizeId?: string;
            };
        };
        Stock: {
            _id: string;
            productName: string;
            /** @description Units that the business has of the product; centers keep their own numbers. */
            totalStock: number;
            /** @description Low-inventory threshold. */
            minStockAlert: number;
            /** @description Category such as `supply`, `prize` or `uniform`; empty when none was given. */
            type: string;
            /** Format: date-time */
            createdAt: string;
        };
        StockLowEvent: {
            /** @description The same as the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "stock.low";
            /** Format: date-time */
            timestamp: string;
            businessId: string;
            /** @constant */
            version: 1;
            /** @description True, and present for events of a sandbox only. */
            test?: boolean;
            data: {
                centerStockId: string;
                stockId: string;
                serviceCenterId: string;
                currentStock: number;
                minStockAlert: number;
                criticality?: string;
                /** @description What took the units: withdrawal, transfer or count */
                reason?: string;
                productName: string;
                serviceCenterName: string;
            };
        };
        SupplyCounts: {
            /** @description Approved withdrawals. */
            withdrawals: number;
            /** @description Units of these withdrawals. */
            units: number;
        };
        SupplyDailyCounts: {
            /** @description In which the days begin and end: that of the business. */
            timeZone: string;
            /** @description Every day of the range, the first one first, also days on which nothing happened. */
            days: {
                /** Format: date */
                day: string;
                counts: components["schemas"]["SupplyCounts"];
            }[];
            /** @description Of all these days together. */
            totals: components["schemas"]["SupplyCounts"];
        };
        /** @description A journey through a flow from its page to its redirect, which is counted nowhere. */
        TestRun: {
            _id: string;
            flowId: string;
            slug: string;
            /**
             * @description `open` until the form is sent over the link; `expired` when that did not happen in time.
             * @enum {string}
             */
            status: "open" | "expired" | "passed" | "failed";
            /**
             * Format: date-time
             * @description The link can be used until then, also several times; the last form counts.
             */
            linkExpiresAt: string;
            /** @description When the page was shown first. */
            openedAt: string | null;
            result: {
                /** Format: date-time */
                at: string;
                /** @description In the order of the journey; the run has passed when none has failed. */
                steps: components["schemas"]["TestStep"][];
                /** @description It is in no list of registrations, in no number and in no event. */
                registration: {
                    isTest: boolean;
                    answers: {
                        [key: string]: string;
                    };
                    utm: components["schemas"]["Utm"];
                    redirect: components["schemas"]["Redirect"];
                    /** @description What the visitor accepted, in the version that the page showed. */
                    acceptedDocuments: components["schemas"]["AcceptedDocument"][];
                };
                /** @description Where the visitor would be sent; empty for a thank-you page. */
                address: string;
            } | null;
            /** Format: date-time */
            createdAt: string;
        };
        TestRunWithLink: {
            _id: string;
            flowId: string;
            slug: string;
            /**
             * @description `open` until the form is sent over the link; `expired` when that did not happen in time.
             * @enum {string}
             */
            status: "open" | "expired" | "passed" | "failed";
            /**
             * Format: date-time
             * @description The link can be used until then, also several times; the last form counts.
             */
            linkExpiresAt: string;
            /** @description When the page was shown first. */
            openedAt: string | null;
            result: {
                /** Format: date-time */
                at: string;
                /** @description In the order of the journey; the run has passed when none has failed. */
                steps: components["schemas"]["TestStep"][];
                /** @description It is in no list of registrations, in no number and in no event. */
                registration: {
                    isTest: boolean;
                    answers: {
                        [key: string]: string;
                    };
                    utm: components["schemas"]["Utm"];
                    redirect: components["schemas"]["Redirect"];
                    /** @description What the visitor accepted, in the version that the page showed. */
                    acceptedDocuments: components["schemas"]["AcceptedDocument"][];
                };
                /** @description Where the visitor would be sent; empty for a thank-you page. */
                address: string;
            } | null;
            /** Format: date-time */
            createdAt: string;
            /** @description The link. It is shown only here, and is valid for an hour. */
            url: string;
        };
        TestStep: {
            /** @enum {string} */
            name: "page" | "proof" | "answers" | "documents" | "bankValidation" | "redirect";
            /**
             * @description `skipped`: visitors have this step, and a test run leaves it out. `unused`: visitors do not have it.
             * @enum {string}
             */
            state: "passed" | "failed" | "skipped" | "unused";
            /**
             * @description Stays the same in every language. New ones may be added.
             * @enum {string}
             */
            code: "questions_asked" | "question_type_unknown" | "question_without_choices" | "redirect_works" | "target_inactive" | "target_missing" | "target_unknown" | "additional_redirects_unused" | "additional_redirects_work" | "additional_redirect_never_used" | "additional_redirect_hides_others" | "additional_target_inactive" | "additional_target_missing" | "documents_linked" | "documents_missing_for_draw" | "documents_missing_for_personal_data" | "bank_validation_unused" | "bank_validation_ready" | "bank_validation_missing" | "bank_provider_missing" | "visitor_proof_missing" | "visitor_proof_set" | "visitor_proof_partly_set" | "visitor_codes_fail" | "visitor_codes_untested" | "test_run_passed" | "test_run_missing" | "test_run_failed" | "test_run_outdated" | "page_online" | "page_offline" | "visitor_limits_nearly_used" | "test_page_shown" | "test_page_not_shown" | "test_page_changed" | "test_proof_not_needed" | "test_proof_skipped" | "test_answers_accepted" | "test_acceptance_not_needed" | "test_documents_accepted" | "test_bank_approved" | "test_bank_rejected" | "test_bank_pending" | "test_bank_failed" | "test_redirect_found" | "test_redirect_missing";
            params: components["schemas"]["FlowSentenceValues"];
            /** @description One sentence for a person, in English. */
            detail: string;
        };
        Transfer: {
            _id: string;
            stockId: string;
            fromCenterId: string;
            toCenterId: string;
            quantity: number;
            note: string;
            /** @description Units that the giving center had left. */
            fromStockAfter: number;
            /** @description Units that the receiving center had afterwards. */
            toStockAfter: number;
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the API key. */
            createdBy: string;
        };
        /** @description UTM values; empty where there is none. */
        Utm: {
            source: string;
            medium: string;
            campaign: string;
            content: string;
        };
        VisitorRegistration: {
            /** @description Of the flow. */
            slug: string;
            registrationId: string;
            /** @description Whether the visitor has proved a contact, or an account at an identity provider. */
            isVerified: boolean;
            /** @description Which of `email` and `phone` are proven: a phone by a code, an e-mail address by an identity provider. The name and any other contact are only what the visitor wrote. Empty where nothing is known. */
            provenContact: ("email" | "phone")[];
            fullName?: string;
            email?: string;
            phone?: string;
        };
        /** @description How visitors of flows can prove who they are. Secrets are never shown. */
        VisitorSignIn: {
            whatsapp: {
                phoneNumberId: string;
                templateName: string;
                templateLanguage: string;
                codesPerDayMax: number;
                /** @description How the last code was sent, of a test or to a visitor. */
                lastSend: components["schemas"]["CodeSend"] | null;
                /** Format: date-time */
                updatedAt: string;
            } | null;
            identityProvider: {
                issuer: string;
                clientId: string;
                /** Format: date-time */
                updatedAt: string;
            } | null;
            /**
             * Format: uri
             * @description To be entered at the identity provider as redirect URI. All flows of the business have the same.
             */
            redirectUrl: string;
        };
        WebhookCounts: {
            /** @description Deliveries that the endpoint accepted. */
            delivered: number;
            /** @description Deliveries that ended without being accepted. */
            failed: number;
        };
        WebhookDailyCounts: {
            /** @description In which the days begin and end: that of the business. */
            timeZone: string;
            /** @description Every day of the range, the first one first, also days on which nothing happened. */
            days: {
                /** Format: date */
                day: string;
                counts: components["schemas"]["WebhookCounts"];
            }[];
            /** @description Of all these days together. */
            totals: components["schemas"]["WebhookCounts"];
        };
        WebhookDelivery: {
            /** @description The event; the same when it is sent again. */
            webhookId: string;
            /** @description Its type. */
            event: string;
            /**
             * @description `delivered`: answered 2xx. `pending`: waits for its next attempt. `failed`: no attempt is left.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /** @description Attempts so far. */
            deliveryAttempt: number;
            /** @description This delivery; quote it in support requests. */
            traceId: string;
            /** Format: date-time */
            createdAt: string;
            endpointId: string;
            /**
             * @description What caused it.
             * @enum {string}
             */
            trigger: "event" | "manual" | "recover" | "ping" | "notice";
            /** @description `traceId` of the delivery that this one repeats. */
            redeliveryOf?: string;
            /**
             * Format: date-time
             * @description While it is pending.
             */
            nextAttemptAt?: string;
            /** Format: date-time */
            finishedAt?: string;
            /** @description Why it failed without an attempt: `endpoint_deleted`, `event_expired` or `interrupted`. */
            reason?: string;
            /** @description The last twelve attempts, the first one first. */
            attempts: {
                /** @description 1 is the first. */
                attempt: number;
                /** Format: date-time */
                at: string;
                /**
                 * Format: double
                 * @description How long it took, in milliseconds.
                 */
                ms: number;
                /** @description Status code of the receiver; absent without an answer. */
                code?: number;
                /** @description `timeout`, `dns`, `connect`, `reset`, `tls`, `bad_answer` or `egress_refused`. */
                error?: string;
            }[];
        };
        WebhookEndpoint: {
            _id: string;
            url: string;
            description: string;
            events: string[];
            /** @enum {string} */
            status: "enabled" | "disabled";
            /**
             * @description `tenant`: by the business; `gone`: the receiver answered 410; `failing`: it failed for too long.
             * @enum {string}
             */
            disabledReason?: "tenant" | "gone" | "failing";
            /** Format: date-time */
            disabledAt?: string;
            maxAttempts?: number;
            maxConcurrency?: number;
            /** Format: double */
            ratePerSecond?: number;
            /** @description The secrets that sign now, newest first, without the secrets themselves. */
            secrets: {
                /** @description Names the secret. */
                kid: string;
                /** Format: date-time */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description After a rotation: the end of the overlap.
                 */
                expiresAt?: string;
            }[];
            stats: {
                /** @description Failed attempts since the last success. */
                failures: number;
                /** Format: date-time */
                failingSince?: string;
                /** Format: date-time */
                lastSuccessAt?: string;
                /** Format: date-time */
                lastFailureAt?: string;
            };
            /** @description Grows with every change. */
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        WebhookEndpointDisabledEvent: {
            /** @description The same as the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "webhook.endpoint.disabled";
            /** Format: date-time */
            timestamp: string;
            businessId: string;
            /** @constant */
            version: 1;
            /** @description True, and present for events of a sandbox only. */
            test?: boolean;
            data: {
                endpointId: string;
                /** @enum {string} */
                reason: "gone" | "failing";
            };
        };
        WebhookEndpointFailingEvent: {
            /** @description The same as the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "webhook.endpoint.failing";
            /** Format: date-time */
            timestamp: string;
            businessId: string;
            /** @constant */
            version: 1;
            /** @description True, and present for events of a sandbox only. */
            test?: boolean;
            data: {
                endpointId: string;
                failures: number;
                /** @description ISO 8601 in UTC */
                failingSince: string;
            };
        };
        WebhookEndpointWithSecret: {
            _id: string;
            url: string;
            description: string;
            events: string[];
            /** @enum {string} */
            status: "enabled" | "disabled";
            /**
             * @description `tenant`: by the business; `gone`: the receiver answered 410; `failing`: it failed for too long.
             * @enum {string}
             */
            disabledReason?: "tenant" | "gone" | "failing";
            /** Format: date-time */
            disabledAt?: string;
            maxAttempts?: number;
            maxConcurrency?: number;
            /** Format: double */
            ratePerSecond?: number;
            /** @description The secrets that sign now, newest first, without the secrets themselves. */
            secrets: {
                /** @description Names the secret. */
                kid: string;
                /** Format: date-time */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description After a rotation: the end of the overlap.
                 */
                expiresAt?: string;
            }[];
            stats: {
                /** @description Failed attempts since the last success. */
                failures: number;
                /** Format: date-time */
                failingSince?: string;
                /** Format: date-time */
                lastSuccessAt?: string;
                /** Format: date-time */
                lastFailureAt?: string;
            };
            /** @description Grows with every change. */
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description `whsec_…`: verifies the signatures. Shown here and never again; store it like a password. */
            secret: string;
        };
        WebhookEventType: {
            type: string;
            description: string;
            /** @description False for types that are sent without a subscription, such as `webhook.ping`. */
            subscribable: boolean;
            /** @description JSON schema of the whole body. */
            schema: {
                [key: string]: unknown;
            };
        };
        WebhookLogEntry: {
            /** @description The event; the same when it is sent again. */
            webhookId: string;
            /** @description Its type. */
            event: string;
            /**
             * @description `delivered`: answered 2xx. `pending`: waits for its next attempt. `failed`: no attempt is left.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /** @description Attempts so far. */
            deliveryAttempt: number;
            /** @description This delivery; quote it in support requests. */
            traceId: string;
            /** Format: date-time */
            createdAt: string;
            endpointId: string;
        };
        WebhookPingEvent: {
            /** @description The same as the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "webhook.ping";
            /** Format: date-time */
            timestamp: string;
            businessId: string;
            /** @constant */
            version: 1;
            /** @description True, and present for events of a sandbox only. */
            test?: boolean;
            data: {
                endpointId: string;
            };
        };
        WebhookRecovery: {
            _id: string;
            endpointId: string;
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            until: string;
            /** @enum {string} */
            status: "running" | "done";
            /** @description Failed deliveries that it has handled so far. */
            recovered: number;
            /** Format: date-time */
            createdAt: string;
        };
        Withdrawal: {
            _id: string;
            stockId: string;
            /** @description As it was then. */
            productName: string;
            serviceCenterId: string;
            /** @description As it was then. */
            serviceCenterName: string;
            workerId: string;
            email: string;
            quantity: number;
            withdrawalType: string;
            /** @description Delivery person. */
            entregador: string;
            /** @description Delivery type. */
            tipoEntrega: string;
            /** @description City. */
            ciudad: string;
            /** @description Size. */
            talla: string;
            /** @description Units at the center before it. */
            stockBefore: number;
            /** @description Units at the center afterwards. */
            stockAfter: number;
            /** @constant */
            status: "delivered";
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the API key. */
            createdBy: string;
            requestId: string;
        };
        WithdrawalCreatedEvent: {
            /** @description The same as the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "withdrawal.created";
            /** Format: date-time */
            timestamp: string;
            businessId: string;
            /** @constant */
            version: 1;
            /** @description True, and present for events of a sandbox only. */
            test?: boolean;
            data: {
                withdrawalId: string;
                stockId: string;
                serviceCenterId: string;
                workerId: string;
                withdrawalType: string;
                quantity: number;
                stockBefore: number;
                stockAfter: number;
            };
        };
        WithdrawalTypes: {
            /** @description All that a withdrawal may have: the standard ones, then the business's own. */
            types: string[];
            standard: string[];
            own: string[];
        };
    };
    responses: never;
    parameters: {
        /**
         * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
         * @example order-2026-11-22-0017
         */
        IdempotencyKey: string;
        /**
         * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
         * @example order-2026-11-22-0017
         */
        RequiredIdempotencyKey: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    countStock: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Units that are really there. */
                    counted: number;
                    /** @description `currentStock` as it was read before the count. */
                    expectedStock?: number;
                    /**
                     * @description For the ledger, such as an order number.
                     * @default
                     */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The row of the ledger */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Movement"];
                };
            };
        };
    };
    listCenters: {
        parameters: {
            query?: {
                /** @description Only those that are active, or only those that are not. */
                isActive?: "true" | "false";
                /** @description Only of this kind. */
                type?: "" | "physical" | "online";
                /** @description Words of the name, or how they begin, in any case and with or without accents; all must be there. */
                search?: string;
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of centers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Center"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    createCenter: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @default  */
                    address?: string;
                    /** @description Where people find it. Latitude 0 with longitude 0 means that it is unknown. */
                    geo?: {
                        /**
                         * Format: double
                         * @description Degrees.
                         */
                        latitude: number;
                        /**
                         * Format: double
                         * @description Degrees.
                         */
                        longitude: number;
                    };
                    /**
                     * @description A link that begins with `https://` or `http://`; empty: made from `geo`.
                     * @default
                     */
                    mapsLink?: string;
                    /** @default 50 */
                    capacity?: number;
                    schedule?: {
                        /** @default 30 */
                        activeMemberDuration?: number;
                        /** @default 15 */
                        nonMemberDuration?: number;
                    };
                    /**
                     * @description ISO 3166-1 alpha-2 code; empty: of the business.
                     * @default
                     */
                    countryId?: string;
                    /**
                     * @default physical
                     * @enum {string}
                     */
                    type?: "" | "physical" | "online";
                    /** @default true */
                    isActive?: boolean;
                };
            };
        };
        responses: {
            /** @description The new center */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Center"];
                };
            };
        };
    };
    listCenterStocks: {
        parameters: {
            query?: {
                /** @description Only of this center. */
                serviceCenterId?: string;
                /** @description Only of this product. */
                stockId?: string;
                /** @description Only those below their alert, or only the others. */
                belowAlert?: "true" | "false";
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of center stocks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["CenterStock"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    createCenterStock: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    stockId: string;
                    serviceCenterId: string;
                    /** @description Units at the center now. */
                    currentStock: number;
                    minStockAlert: number;
                    /**
                     * @description Empty: `medium`.
                     * @default
                     * @enum {string}
                     */
                    criticality?: "" | "low" | "medium" | "high";
                };
            };
        };
        responses: {
            /** @description The new center stock */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CenterStock"];
                };
            };
        };
    };
    listStocks: {
        parameters: {
            query?: {
                /** @description Only of this category. */
                type?: string;
                /** @description Words of the name, or how they begin, in any case and with or without accents; all must be there. */
                search?: string;
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of products */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Stock"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    createStock: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    productName: string;
                    totalStock: number;
                    minStockAlert: number;
                    /** @default  */
                    type?: string;
                };
            };
        };
        responses: {
            /** @description The new product */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stock"];
                };
            };
        };
    };
    listTransfers: {
        parameters: {
            query?: {
                /** @description Only of this product. */
                stockId?: string;
                /** @description Only from this center. */
                fromCenterId?: string;
                /** @description Only to this center. */
                toCenterId?: string;
                /** @description First day, `2026-11-21`, in the time zone of the business, or an ISO 8601 timestamp. */
                dateFrom?: string;
                /** @description Last day, included, or an ISO 8601 timestamp. */
                dateTo?: string;
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of transfers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Transfer"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    createTransfer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    stockId: string;
                    fromCenterId: string;
                    toCenterId: string;
                    quantity: number;
                    /** @default  */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The transfer */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
        };
    };
    listWithdrawals: {
        parameters: {
            query?: {
                /** @description Only from this center. */
                serviceCenterId?: string;
                /** @description Only of this product. */
                stockId?: string;
                /** @description Only to this worker. */
                workerId?: string;
                /** @description Only of this type. */
                withdrawalType?: string;
                /** @description First day, `2026-11-21`, in the time zone of the business, or an ISO 8601 timestamp. */
                dateFrom?: string;
                /** @description Last day, included, or an ISO 8601 timestamp. */
                dateTo?: string;
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of withdrawals */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Withdrawal"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    createWithdrawal: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key": components["parameters"]["RequiredIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    stockId: string;
                    serviceCenterId: string;
                    workerId: string;
                    /**
                     * Format: email
                     * @description Of the worker.
                     */
                    email: string;
                    /** @description At most what the center holds. */
                    quantity: number;
                    /**
                     * @description One of `GET /v1/public/supply/withdrawal-types`; capitals do not matter.
                     * @default insumos
                     */
                    withdrawalType?: string;
                    /**
                     * @description Delivery person.
                     * @default
                     */
                    entregador?: string;
                    /**
                     * @description Delivery type.
                     * @default
                     */
                    tipoEntrega?: string;
                    /**
                     * @description City.
                     * @default
                     */
                    ciudad?: string;
                    /**
                     * @description Size.
                     * @default
                     */
                    talla?: string;
                };
            };
        };
        responses: {
            /** @description The withdrawal */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Withdrawal"];
                };
            };
        };
    };
    getCenter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The center */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Center"];
                };
            };
        };
    };
    updateCenter: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description An empty text removes it. */
                    address?: string;
                    /** @description Latitude 0 with longitude 0 removes it. */
                    geo?: {
                        /**
                         * Format: double
                         * @description Degrees.
                         */
                        latitude: number;
                        /**
                         * Format: double
                         * @description Degrees.
                         */
                        longitude: number;
                    };
                    /** @description A link that begins with `https://` or `http://`; empty: made from `geo`. */
                    mapsLink?: string;
                    /** @description People that it can serve at a time. */
                    capacity?: number;
                    /** @enum {string} */
                    type?: "physical" | "online";
                    isActive?: boolean;
                };
            };
        };
        responses: {
            /** @description The center as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Center"];
                };
            };
        };
    };
    getCenterStock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The center stock */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CenterStock"];
                };
            };
        };
    };
    updateCenterStock: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Below this it is low. */
                    minStockAlert?: number;
                    /**
                     * @description How much being low matters.
                     * @enum {string}
                     */
                    criticality?: "low" | "medium" | "high";
                };
            };
        };
        responses: {
            /** @description The center stock as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CenterStock"];
                };
            };
        };
    };
    getMovement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The row */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Movement"];
                };
            };
        };
    };
    getStock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The product */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stock"];
                };
            };
        };
    };
    updateStock: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    productName?: string;
                    /** @description Units that the business has of the product; centers keep their own numbers. */
                    totalStock?: number;
                    /** @description Low-inventory threshold. */
                    minStockAlert?: number;
                    /** @description Category; an empty text removes it. */
                    type?: string;
                };
            };
        };
        responses: {
            /** @description The product as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stock"];
                };
            };
        };
    };
    getSupplyDailyCounts: {
        parameters: {
            query?: {
                /** @description First day, `2026-11-21`, in the time zone of the business; left out: 30 days in all. */
                dateFrom?: string;
                /** @description Last day, included; left out: today. At most 366 days. */
                dateTo?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counts per day */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupplyDailyCounts"];
                };
            };
        };
    };
    getTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transfer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
        };
    };
    getWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The withdrawal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Withdrawal"];
                };
            };
        };
    };
    getWithdrawalTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The types */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawalTypes"];
                };
            };
        };
    };
    replaceWithdrawalTypes: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Up to 50 beside the standard ones, each with up to 50 letters, digits, blanks, `-` and `_`. */
                    types: string[];
                };
            };
        };
        responses: {
            /** @description The types as they are now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawalTypes"];
                };
            };
        };
    };
    listCenterStockMovements: {
        parameters: {
            query?: {
                /** @description Only changes for this reason. */
                reason?: "" | "initial" | "withdrawal" | "receiving" | "transfer" | "count";
                /** @description First day, `2026-11-21`, in the time zone of the business, or an ISO 8601 timestamp. */
                dateFrom?: string;
                /** @description Last day, included, or an ISO 8601 timestamp. */
                dateTo?: string;
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the ledger */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Movement"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    listMovements: {
        parameters: {
            query?: {
                /** @description Only at this center. */
                serviceCenterId?: string;
                /** @description Only those of this withdrawal, receiving, transfer or count. */
                ref?: string;
                /** @description Only changes for this reason. */
                reason?: "" | "initial" | "withdrawal" | "receiving" | "transfer" | "count";
                /** @description First day, `2026-11-21`, in the time zone of the business, or an ISO 8601 timestamp. */
                dateFrom?: string;
                /** @description Last day, included, or an ISO 8601 timestamp. */
                dateTo?: string;
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the ledger */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Movement"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    receiveStock: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Units that arrived. */
                    quantity: number;
                    /**
                     * @description For the ledger, such as an order number.
                     * @default
                     */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The row of the ledger */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Movement"];
                };
            };
        };
    };
    addGiftUnits: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
                /** @description Place of the gift in `gifts`, from 0. */
                index: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Below 0 takes units away. */
                    addUnits: number;
                };
            };
        };
        responses: {
            /** @description The roulette as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Roulette"];
                };
            };
        };
    };
    addRouletteItemStock: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Below 0 takes units away. */
                    addUnits: number;
                };
            };
        };
        responses: {
            /** @description The item as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RouletteItem"];
                };
            };
        };
    };
    claimPrize: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prize as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimedPrize"];
                };
            };
        };
    };
    listRoulettes: {
        parameters: {
            query?: {
                /** @description Only those that can, or cannot, be spun. */
                isActive?: "true" | "false";
                /** @description Only those that can be spun and have gifts whose units are used up. */
                soldOut?: "true";
                /** @description Words of the name, or how they begin, in any case and with or without accents; all must be there. */
                search?: string;
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of roulettes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["RouletteSummary"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    createRoulette: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Seconds of the win animation. */
                    timeToWin: number;
                    /** @description Seconds of the lose animation. */
                    timeToLose: number;
                    /** @description Shown on a win. */
                    textToWin: string;
                    /** @description Shown on a loss. */
                    textToLose: string;
                    termsAndConditions: string;
                    gifts: components["schemas"]["NewGiftInput"][];
                    /** @description `_id` and `name` of one type of `GET /v1/public/roulette-types`. */
                    typeOfRoulette: {
                        _id: number;
                        name: string;
                    };
                    /**
                     * @description Whether it can be spun at once.
                     * @default false
                     */
                    isActive?: boolean;
                    /**
                     * @default hours
                     * @enum {string}
                     */
                    time_unit?: "hours" | "days";
                    /**
                     * @description Until a prize expires, if the type supports it.
                     * @default 24
                     */
                    time_to_expire?: number;
                    /**
                     * @description Prizes that one user can win.
                     * @default 1
                     */
                    max_wins?: number;
                    /**
                     * @description How often a visitor of its public page may spin it in all. Spins over REST have no such limit.
                     * @default 1
                     */
                    spinsPerVisitor?: number;
                };
            };
        };
        responses: {
            /** @description The new roulette */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Roulette"];
                };
            };
        };
    };
    listRouletteItems: {
        parameters: {
            query?: {
                /** @description Only those that may, or may not, be a prize. */
                enabled_in_rewards?: "true" | "false";
                /** @description Only those without stock. */
                soldOut?: "true";
                /** @description Words of the name, or how they begin, in any case and with or without accents; all must be there. */
                search?: string;
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of items */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["RouletteItem"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    createRouletteItem: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    available_stock: number;
                    /** @default  */
                    description?: string;
                    /**
                     * @description ISO 4217; empty: MXN.
                     * @default MXN
                     */
                    currency?: string;
                    /**
                     * @description Whether a win takes a unit of the stock.
                     * @default true
                     */
                    track_stock?: boolean;
                    /**
                     * @description Whether it may be a prize.
                     * @default true
                     */
                    enabled_in_rewards?: boolean;
                };
            };
        };
        responses: {
            /** @description The new item */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RouletteItem"];
                };
            };
        };
    };
    listSpins: {
        parameters: {
            query?: {
                userId?: string;
                /** @description Words of the name, the e-mail address or the phone (its last four digits or all of them), or how they begin, in any case and with or without accents; all must be there. */
                search?: string;
                /** @description First day, `2026-11-21`, in the time zone of the business, or an ISO 8601 timestamp. */
                dateFrom?: string;
                /** @description Last day, included, or an ISO 8601 timestamp. */
                dateTo?: string;
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of spins */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Spin"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    createSpin: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key": components["parameters"]["RequiredIdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Who spins, as the business names them. */
                    userId: string;
                };
            };
        };
        responses: {
            /** @description The spin */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Spin"];
                };
            };
        };
    };
    getPrize: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prize */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prize"];
                };
            };
        };
    };
    getRoulette: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roulette */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Roulette"];
                };
            };
        };
    };
    updateRoulette: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description Seconds of the win animation. */
                    timeToWin?: number;
                    /** @description Seconds of the lose animation. */
                    timeToLose?: number;
                    /** @description Shown on a win. */
                    textToWin?: string;
                    /** @description Shown on a loss. */
                    textToLose?: string;
                    termsAndConditions?: string;
                    /** @description True lets users spin it, false stops them. */
                    isActive?: boolean;
                    /** @description Changes of single gifts; the others stay. */
                    giftChanges?: components["schemas"]["GiftChangeInput"][];
                    /** @enum {string} */
                    time_unit?: "hours" | "days";
                    /** @description For prizes won from then on. */
                    time_to_expire?: number;
                    /** @description Prizes that one user can win, those already won included. */
                    max_wins?: number;
                    /** @description How often a visitor of its public page may spin it in all. */
                    spinsPerVisitor?: number;
                };
            };
        };
        responses: {
            /** @description The roulette as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Roulette"];
                };
            };
        };
    };
    getRouletteDailyCounts: {
        parameters: {
            query?: {
                /** @description First day, `2026-11-21`, in the time zone of the business; left out: 30 days in all. */
                dateFrom?: string;
                /** @description Last day, included; left out: today. At most 366 days. */
                dateTo?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counts per day */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RouletteDailyCounts"];
                };
            };
        };
    };
    getRouletteItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The item */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RouletteItem"];
                };
            };
        };
    };
    updateRouletteItem: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    description?: string;
                    /** @description Whether a win takes a unit of the stock. */
                    track_stock?: boolean;
                    /** @description Whether it may be a prize. */
                    enabled_in_rewards?: boolean;
                };
            };
        };
        responses: {
            /** @description The item as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RouletteItem"];
                };
            };
        };
    };
    getSpin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                spinId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The spin */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Spin"];
                };
            };
        };
    };
    listGiftTypes: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The types */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["GiftType"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    listPrizes: {
        parameters: {
            query?: {
                userId?: string;
                rouletteId?: string;
                /** @description Only the prize with this claim code. Case, blanks and hyphens do not matter. */
                code?: string;
                /** @description Words of the name, the e-mail address or the phone (its last four digits or all of them), or of the code, or how they begin, in any case and with or without accents; all must be there. */
                search?: string;
                status?: "won" | "claimed" | "expired";
                /** @description Only prizes that can still be claimed and expire until then, those that expire first in front. Goes with no other filter. */
                expiresBefore?: string;
                /** @description First day, `2026-11-21`, in the time zone of the business, or an ISO 8601 timestamp. */
                dateFrom?: string;
                /** @description Last day, included, or an ISO 8601 timestamp. */
                dateTo?: string;
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of prizes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Prize"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    listRouletteTypes: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The types */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["RouletteType"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    listCourses: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
                /** @description Only published courses, or only those that are not. */
                published?: "true" | "false";
                /** @description Only the course with this slug. */
                slug?: string;
                /** @description Words of the title, or how they begin, in any case and with or without accents; all must be there. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of courses */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ListedCourse"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    createCourse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                    /** @description Unique in the business, and final. */
                    slug: string;
                    /** @default  */
                    description?: string;
                    /**
                     * Format: double
                     * @description Least score to pass the exam; absent: no exam.
                     */
                    examApproveScore?: number;
                    /** @default false */
                    isCertified?: boolean;
                };
            };
        };
        responses: {
            /** @description The new course */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Course"];
                };
            };
        };
    };
    listCourseSessions: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
                /** @description First day, `2026-11-21`, in the time zone of the business, or an ISO 8601 timestamp. */
                dateFrom?: string;
                /** @description Last day, included, or an ISO 8601 timestamp. */
                dateTo?: string;
                status?: "in_progress" | "exam" | "completed" | "certified" | "failed";
                /** @description Words of the name, the e-mail address or the phone (its last four digits or all of them), or how they begin, in any case and with or without accents; all must be there. */
                student?: string;
                /** @description Only the sessions of this student. */
                userId?: string;
                examStatus?: "none" | "not_started" | "started" | "passed" | "failed";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sessions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Session"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    enrollStudent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Your own id of the student. */
                    userId: string;
                    fullName: string;
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            /** @description The session that the student has already */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description The new session */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    finishSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session afterwards */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    getCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Certificate"];
                };
            };
        };
    };
    getCourse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The course with its modules */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Course"];
                };
            };
        };
    };
    updateCourse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    /** @description An empty text clears it. */
                    description?: string;
                    /**
                     * Format: double
                     * @description Adds an exam to a course without one.
                     */
                    examApproveScore?: number;
                    isCertified?: boolean;
                    published?: boolean;
                };
            };
        };
        responses: {
            /** @description The changed course */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Course"];
                };
            };
        };
    };
    getCourseModules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The modules */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseModules"];
                };
            };
        };
    };
    replaceCourseModules: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    modules: {
                        /** @description Unique in the course. A module that keeps its id keeps what students completed. */
                        _id: string;
                        title: string;
                        /** @description The lowest comes first; absent: the place in this list, from 1. */
                        order?: number;
                        /** @default true */
                        required?: boolean;
                    }[];
                };
            };
        };
        responses: {
            /** @description The modules as they are now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CourseModules"];
                };
            };
        };
    };
    getEnrollmentStatistics: {
        parameters: {
            query?: {
                /** @description Only this course; left out: all courses. */
                courseId?: string;
                /** @description First day, `2026-11-21`, in the time zone of the business, or an ISO 8601 timestamp. */
                dateFrom?: string;
                /** @description Last day, included, or an ISO 8601 timestamp. */
                dateTo?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counts and rates */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentStatistics"];
                };
            };
        };
    };
    getExamStatistics: {
        parameters: {
            query?: {
                /** @description Only this course; left out: all courses. */
                courseId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counts and rates */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExamStatistics"];
                };
            };
        };
    };
    getLearningDailyCounts: {
        parameters: {
            query?: {
                /** @description First day, `2026-11-21`, in the time zone of the business; left out: 30 days in all. */
                dateFrom?: string;
                /** @description Last day, included; left out: today. At most 366 days. */
                dateTo?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counts per day */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LearningDailyCounts"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    issueCertificate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Certificate"];
                };
            };
        };
    };
    listCertificates: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
                /** @description First day, `2026-11-21`, in the time zone of the business, or an ISO 8601 timestamp. */
                dateFrom?: string;
                /** @description Last day, included, or an ISO 8601 timestamp. */
                dateTo?: string;
                /** @description Only those of this course. */
                courseId?: string;
                /** @description Only those of this student. */
                userId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of certificates */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Certificate"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    issueCertificates: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Each session once. */
                    sessionIds: string[];
                };
            };
        };
        responses: {
            /** @description The new certificates, in the order of the sessions */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        certificates: components["schemas"]["Certificate"][];
                        count: number;
                    };
                };
            };
        };
    };
    listAttempts: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of attempts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ExamAttempt"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
                /** @description First day, `2026-11-21`, in the time zone of the business, or an ISO 8601 timestamp. */
                dateFrom?: string;
                /** @description Last day, included, or an ISO 8601 timestamp. */
                dateTo?: string;
                status?: "in_progress" | "exam" | "completed" | "certified" | "failed";
                /** @description Words of the name, the e-mail address or the phone (its last four digits or all of them), or how they begin, in any case and with or without accents; all must be there. */
                student?: string;
                /** @description Only the sessions of this student. */
                userId?: string;
                /** @description Only the sessions of this course. */
                courseId?: string;
                /** @description `none` and `not_started` need `courseId`. */
                examStatus?: "none" | "not_started" | "started" | "passed" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sessions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Session"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    reportProgress: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    moduleId: string;
                };
            };
        };
        responses: {
            /** @description The session afterwards */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    submitExam: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: double */
                    score: number;
                };
            };
        };
        responses: {
            /** @description The session afterwards */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of documents */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["FlowDocument"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    listFlows: {
        parameters: {
            query?: {
                /** @description Only those whose page is online, or offline. */
                isActive?: "true" | "false";
                /** @description Only those with this utm_campaign. */
                campaign?: string;
                /** @description Words of the name, or how they begin, in any case and with or without accents; all must be there. */
                search?: string;
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of flows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["FlowSummary"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    createFlow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    slug: string;
                    /** @description Where visitors go after they have registered. */
                    redirect: {
                        /** @enum {string} */
                        type: "roulette" | "course" | "survey" | "event" | "url";
                        /**
                         * @description Required, except for the type `url`.
                         * @default
                         */
                        targetId?: string;
                        /**
                         * @description A complete https address; only for the type `url`.
                         * @default
                         */
                        url?: string;
                    };
                    /** @description All questions, in their order. An empty list asks First Name, Last Name and Country. */
                    registrationFields?: {
                        text: string;
                        /**
                         * @description Empty: made from `text`.
                         * @default
                         */
                        value?: string;
                        /** @default text */
                        type?: string;
                        /** @default  */
                        placeholder?: string;
                        /** @default false */
                        isRequired?: boolean;
                    }[];
                    /** @description Further destinations, in the order in which they are tried. The first whose condition is met and whose target is active is used; `redirect` is the last resort. */
                    additionalRedirects?: {
                        /** @description Where visitors go after they have registered. */
                        redirect: {
                            /** @enum {string} */
                            type: "roulette" | "course" | "survey" | "event" | "url";
                            /**
                             * @description Required, except for the type `url`.
                             * @default
                             */
                            targetId?: string;
                            /**
                             * @description A complete https address; only for the type `url`.
                             * @default
                             */
                            url?: string;
                        };
                        /**
                         * @description null: for every visitor.
                         * @default null
                         */
                        condition?: {
                            /** @description The `value` of a question with choices: a select, a country or a checkbox. */
                            field: string;
                            /** @description The answers for which it is met: choices, ISO 3166 country codes, or `yes`. */
                            isOneOf: string[];
                        } | null;
                    }[];
                    /** @default  */
                    source?: string;
                    /** @default  */
                    medium?: string;
                    /** @default  */
                    campaign?: string;
                    /** @default  */
                    content?: string;
                    /** @default false */
                    isBankProviderRequired?: boolean;
                };
            };
        };
        responses: {
            /** @description The new flow */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Flow"];
                };
            };
        };
    };
    listTargets: {
        parameters: {
            query?: {
                kind?: "survey" | "event";
                /** @description Words of the name, or how they begin, in any case and with or without accents; all must be there. */
                search?: string;
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of targets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["FlowTarget"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    createTarget: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind: "survey" | "event";
                    name: string;
                    /** @description A complete https address without user name and password. */
                    url: string;
                };
            };
        };
        responses: {
            /** @description The new target */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlowTarget"];
                };
            };
        };
    };
    listTestRuns: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of test runs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["TestRun"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    createTestRun: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The test run with its link */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestRunWithLink"];
                };
            };
        };
    };
    listCampaigns: {
        parameters: {
            query?: {
                status?: "scheduled" | "active" | "paused" | "ended";
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of campaigns */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Campaign"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    declareCampaign: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description A day, `2026-11-21`, in the time zone of the business, or an ISO 8601 timestamp; null for none. */
                    startsAt?: string | null;
                    /** @description A day, `2026-11-21`, in the time zone of the business, or an ISO 8601 timestamp; null for none. */
                    endsAt?: string | null;
                    isPaused?: boolean;
                    utm: {
                        campaign: string;
                        source?: string;
                        medium?: string;
                        content?: string;
                    };
                };
            };
        };
        responses: {
            /** @description It was declared before and is changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description The declared campaign */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    getBankProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider; `null` while none is set up */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankValidationSettings"];
                };
            };
        };
    };
    putBankProvider: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A public https address. */
                    url: string;
                    /** @default true */
                    isEnabled?: boolean;
                };
            };
        };
        responses: {
            /** @description The provider as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankProviderAfterChange"];
                };
            };
        };
    };
    deleteBankProvider: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document with its versions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlowDocument"];
                };
            };
        };
    };
    deleteDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                slug: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                slug: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the page calls it; empty: the kind, in the language of the page. */
                    title?: string;
                    requiresAcceptance?: boolean;
                };
            };
        };
        responses: {
            /** @description The document as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlowDocument"];
                };
            };
        };
    };
    getTarget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The target */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlowTarget"];
                };
            };
        };
    };
    deleteTarget: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateTarget: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description A complete https address without user name and password. */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description The target as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlowTarget"];
                };
            };
        };
    };
    getVisitorSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings; `null` where nothing is set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitorSignIn"];
                };
            };
        };
    };
    putVisitorSignIn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    whatsapp?: {
                        /** @description The phone number ID of the WhatsApp Cloud API; not the phone number. */
                        phoneNumberId: string;
                        /** @description Absent: the stored one stays. It is never shown. Another `phoneNumberId` needs it again. */
                        accessToken?: string;
                        /** @description An approved template of the category authentication with a copy-code button. */
                        templateName: string;
                        /** @description In the spelling of WhatsApp. */
                        templateLanguage: string;
                        /**
                         * @description Each code costs the business money: more are not sent in 24 hours.
                         * @default 500
                         */
                        codesPerDayMax?: number;
                    } | null;
                    identityProvider?: {
                        /**
                         * Format: uri
                         * @description Address of the identity provider, without `/.well-known/…`.
                         */
                        issuer: string;
                        clientId: string;
                        /** @description Absent: the stored one stays. It is never shown. Another `issuer` or `clientId` needs it again. */
                        clientSecret?: string;
                    } | null;
                };
            };
        };
        responses: {
            /** @description The settings after the change */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitorSignIn"];
                };
            };
        };
    };
    deleteVisitorSignIn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nothing is set any more */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    updateCampaign: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description A day, `2026-11-21`, in the time zone of the business, or an ISO 8601 timestamp; null for none. */
                    startsAt?: string | null;
                    /** @description A day, `2026-11-21`, in the time zone of the business, or an ISO 8601 timestamp; null for none. */
                    endsAt?: string | null;
                    isPaused?: boolean;
                    utm?: {
                        source?: string;
                        medium?: string;
                        content?: string;
                    };
                };
            };
        };
        responses: {
            /** @description The campaign as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    getFlow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The flow */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Flow"];
                };
            };
        };
    };
    updateFlow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    isActive?: boolean;
                    /** @description Where visitors go after they have registered. */
                    redirect?: {
                        /** @enum {string} */
                        type: "roulette" | "course" | "survey" | "event" | "url";
                        /**
                         * @description Required, except for the type `url`.
                         * @default
                         */
                        targetId?: string;
                        /**
                         * @description A complete https address; only for the type `url`.
                         * @default
                         */
                        url?: string;
                    };
                    /** @description All questions, in their order. An empty list asks First Name, Last Name and Country. */
                    registrationFields?: {
                        text: string;
                        /**
                         * @description Empty: made from `text`.
                         * @default
                         */
                        value?: string;
                        /** @default text */
                        type?: string;
                        /** @default  */
                        placeholder?: string;
                        /** @default false */
                        isRequired?: boolean;
                    }[];
                    /** @description Further destinations, in the order in which they are tried. The first whose condition is met and whose target is active is used; `redirect` is the last resort. */
                    additionalRedirects?: {
                        /** @description Where visitors go after they have registered. */
                        redirect: {
                            /** @enum {string} */
                            type: "roulette" | "course" | "survey" | "event" | "url";
                            /**
                             * @description Required, except for the type `url`.
                             * @default
                             */
                            targetId?: string;
                            /**
                             * @description A complete https address; only for the type `url`.
                             * @default
                             */
                            url?: string;
                        };
                        /**
                         * @description null: for every visitor.
                         * @default null
                         */
                        condition?: {
                            /** @description The `value` of a question with choices: a select, a country or a checkbox. */
                            field: string;
                            /** @description The answers for which it is met: choices, ISO 3166 country codes, or `yes`. */
                            isOneOf: string[];
                        } | null;
                    }[];
                    source?: string;
                    medium?: string;
                    campaign?: string;
                    content?: string;
                    isBankProviderRequired?: boolean;
                    /**
                     * @description How visitors prove who they are before the form, where it is set up (`GET /v1/public/flows/visitor-sign-in`). To change it, a key also needs the scope `settings:write`.
                     * @enum {string}
                     */
                    authType?: "whatsapp" | "identity_provider" | "both";
                };
            };
        };
        responses: {
            /** @description The flow as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Flow"];
                };
            };
        };
    };
    getFlowChecklist: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The steps */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlowChecklist"];
                };
            };
        };
    };
    getFlowDailyCounts: {
        parameters: {
            query?: {
                /** @description First day, `2026-11-21`, in the time zone of the business; left out: 30 days in all. */
                dateFrom?: string;
                /** @description Last day, included; left out: today. At most 366 days. */
                dateTo?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counts per day */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlowDailyCounts"];
                };
            };
        };
    };
    getFlowStatistics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Flows, visits and registrations of the business */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlowStatistics"];
                };
            };
        };
    };
    getFlowVisits: {
        parameters: {
            query?: {
                /** @description First day, `2026-11-21`, in the time zone of the business; left out: 30 days in all. */
                dateFrom?: string;
                /** @description Last day, included; left out: today. At most 366 days. */
                dateTo?: string;
            };
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counts per day, sources and places */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlowVisits"];
                };
            };
        };
    };
    getRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The registration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Registration"];
                };
            };
        };
    };
    getTestRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The test run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestRun"];
                };
            };
        };
    };
    listCampaignFlows: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of flows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["FlowSummary"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    listRegistrations: {
        parameters: {
            query?: {
                /** @description `pending`: waits for documents or for the bank. Only `completed` counts, in totals and as an event. `rejected`: by the bank. `expired`: without its documents. */
                state?: "pending" | "completed" | "rejected" | "expired";
                /** @description Words of the name, the e-mail address or the phone (its last four digits or all of them), or how they begin, in any case and with or without accents; all must be there. */
                search?: string;
                /** @description First day, `2026-11-21`, in the time zone of the business, or an ISO 8601 timestamp. */
                dateFrom?: string;
                /** @description Last day, included, or an ISO 8601 timestamp. */
                dateTo?: string;
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of registrations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Registration"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    reportBankValidation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same as in the path: only the body is signed. */
                    registrationId: string;
                    /** @enum {string} */
                    status: "approved" | "rejected" | "pending";
                    /** @default  */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description What is known now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankValidationReport"];
                };
            };
        };
    };
    resendBankValidation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                slug: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The registration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Registration"];
                };
            };
        };
    };
    rotateBankProviderSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: double
                     * @description How long the old secret signs as well.
                     * @default 24
                     */
                    overlapHours?: number;
                };
            };
        };
        responses: {
            /** @description The provider with its new secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankProviderWithSecret"];
                };
            };
        };
    };
    testBankProvider: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the provider has answered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankProviderTest"];
                };
            };
        };
    };
    testVisitorWhatsApp: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key": components["parameters"]["RequiredIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description With country code, such as +52 55 1234 5678. */
                    phone: string;
                };
            };
        };
        responses: {
            /** @description How it went; also when WhatsApp has refused the message */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeSend"];
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
                status?: "enabled" | "disabled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of endpoints */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookEndpoint"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where events are sent: https, on the public internet. */
                    url: string;
                    /** @default  */
                    description?: string;
                    /** @description Types of events; `*` stands for all of them, including later ones. */
                    events?: ("*" | "withdrawal.created" | "stock.low" | "spin.completed" | "prize.won" | "prize.claimed" | "prize.expired" | "course.published" | "session.status_changed" | "certificate.issued" | "flow.registration.completed" | "approval.requested" | "approval.decided" | "approval.executed" | "approval.expired")[];
                    /** @description Attempts per delivery, when they should be fewer than the schedule has. */
                    maxAttempts?: number;
                    /** @description Requests to this endpoint that may be under way at the same time. */
                    maxConcurrency?: number;
                    /**
                     * Format: double
                     * @description Requests per second at most.
                     */
                    ratePerSecond?: number;
                };
            };
        };
        responses: {
            /** @description The new endpoint with its secret */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where events are sent: https, on the public internet. */
                    url?: string;
                    description?: string;
                    /** @description Types of events; `*` stands for all of them, including later ones. */
                    events?: ("*" | "withdrawal.created" | "stock.low" | "spin.completed" | "prize.won" | "prize.claimed" | "prize.expired" | "course.published" | "session.status_changed" | "certificate.issued" | "flow.registration.completed" | "approval.requested" | "approval.decided" | "approval.executed" | "approval.expired")[];
                    /** @enum {string} */
                    status?: "enabled" | "disabled";
                    maxAttempts?: number | null;
                    maxConcurrency?: number | null;
                    ratePerSecond?: number | null;
                };
            };
        };
        responses: {
            /** @description The endpoint after the change */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    enableWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
        };
    };
    getWebhookDailyCounts: {
        parameters: {
            query?: {
                /** @description First day, `2026-11-21`, in the time zone of the business; left out: 30 days in all. */
                dateFrom?: string;
                /** @description Last day, included; left out: today. At most 366 days. */
                dateTo?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counts per day */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDailyCounts"];
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                traceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    getWebhookRecovery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recovery */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookRecovery"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
                status?: "pending" | "delivered" | "failed";
                /** @description A type of event, such as `spin.completed`. */
                event?: string;
                endpointId?: string;
                /** @description First day, `2026-11-21`, in the time zone of the business, or an ISO 8601 timestamp. */
                dateFrom?: string;
                /** @description Last day, included, or an ISO 8601 timestamp. */
                dateTo?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookLogEntry"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    listWebhookEventTypes: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of types */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookEventType"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    listWebhookRecoveries: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
                endpointId?: string;
                status?: "running" | "done";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of recoveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookRecovery"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    pingWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, which waits to be sent */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookLogEntry"];
                };
            };
        };
    };
    readWebhookLog: {
        parameters: {
            query?: {
                /** @description As in the header `Link` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Up to 20 deliveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookLogEntry"][];
                };
            };
        };
    };
    recoverWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description At most 30 days ago.
                     */
                    since: string;
                    /**
                     * Format: date-time
                     * @description Now, when it is absent.
                     */
                    until?: string;
                };
            };
        };
        responses: {
            /** @description The recovery, which has started */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookRecovery"];
                };
            };
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                traceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new delivery, which waits to be sent */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookLogEntry"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: double
                     * @description How long the old secret signs as well.
                     * @default 24
                     */
                    overlapHours?: number;
                };
            };
        };
        responses: {
            /** @description The endpoint with its new secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
        };
    };
    listAnalyticsCollections: {
        parameters: {
            query?: {
                /** @description One of `withdrawals`, `stock`, `spins`, `prizes`, `enrollments`, `flows`, `webhooks`, `agent_calls`; left out: all. */
                collection?: string;
                /** @description A dimension of `collection`, whose values are listed. */
                dimension?: string;
                /** @description A part of a value or of its name. */
                search?: string;
                /** @description How many values at most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Collections, and the values of a dimension */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalyticsCollections"];
                };
            };
        };
    };
    queryAnalytics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description One of `withdrawals`, `stock`, `spins`, `prizes`, `enrollments`, `flows`, `webhooks`, `agent_calls`. */
                    collection: string;
                    /** @description Metrics of the collection, each once. */
                    metrics: string[];
                    /**
                     * @description Dimensions; none: one row per interval.
                     * @default []
                     */
                    groupBy?: string[];
                    /**
                     * @description `auto`: hours below 2 days, days below a month, weeks below about 3 months, else months.
                     * @default auto
                     * @enum {string}
                     */
                    interval?: "auto" | "none" | "hour" | "day" | "week" | "month";
                    /**
                     * @description Days until today; only without `dateFrom`.
                     * @default 90
                     */
                    lastDays?: number;
                    /**
                     * @description First day, in the time zone of the business.
                     * @default
                     */
                    dateFrom?: string;
                    /**
                     * @description Last day, included; left out: today.
                     * @default
                     */
                    dateTo?: string;
                    /**
                     * @description All of them must hold.
                     * @default []
                     */
                    filters?: components["schemas"]["AnalyticsFilterInput"][];
                    /**
                     * @description `previous_period`: as many days before; with `dateFrom`, as many months before when the range is whole months, and the same days of the month before when it is the first days of a month. Each interval is compared with the one at the same distance from the beginning.
                     * @default none
                     * @enum {string}
                     */
                    compare?: "none" | "previous_period" | "previous_year";
                    /**
                     * @description A metric, the largest first, or `time`; left out: `time`, and without intervals the first metric.
                     * @default
                     */
                    orderBy?: string;
                    /**
                     * @description How many rows at most.
                     * @default 50
                     */
                    limit?: number;
                    /**
                     * @description `next_cursor` of the page before.
                     * @default
                     */
                    cursor?: string;
                };
            };
        };
        responses: {
            /** @description Numbers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalyticsAnswer"];
                };
            };
        };
    };
    listPersonRequests: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of requests */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["PersonRequest"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    createPersonRequest: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key": components["parameters"]["RequiredIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default [] */
                    emails?: string[];
                    /**
                     * @description As the business names the person: users of roulettes, learners, workers; of visitors, the `vis_…` of their prize.
                     * @default []
                     */
                    userIds?: string[];
                    /**
                     * @description With country code, or as dialled in the country of the business. Every spelling of the phone is found.
                     * @default []
                     */
                    phones?: (string & (unknown & unknown))[];
                    /**
                     * @description Whether other names of the person in the same records count too, such as the user id beside an e-mail address. What a visitor has typed in a form without proving it never counts; name it to include it.
                     * @default true
                     */
                    includeLinked?: boolean;
                    /** @enum {string} */
                    kind: "export" | "erasure";
                };
            };
        };
        responses: {
            /** @description The request */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonRequest"];
                };
            };
        };
    };
    getApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The approval */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
        };
    };
    getPersonRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonRequest"];
                };
            };
        };
    };
    getRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retention"];
                };
            };
        };
    };
    setRetention: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key": components["parameters"]["RequiredIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The version that was read: the change is refused when there was another one since. */
                    version: number;
                    /** @description A kind of history without a rule is kept until the business is deleted. */
                    rules: {
                        /** @description Spins with their prizes. A spin has ended when its prize was claimed or has expired, or when none was won. What a player has spun and won still counts for limits. */
                        spins?: components["schemas"]["RetentionRuleInput"];
                        /** @description Rows of the ledgers of stock, from the beginning of each. The balance at the cut is kept. */
                        stockMovements?: components["schemas"]["RetentionRuleInput"];
                        /** @description Withdrawals. Their ledger rows are `stockMovements`. */
                        withdrawals?: components["schemas"]["RetentionRuleInput"];
                        /** @description Transfers. Their ledger rows are `stockMovements`. */
                        transfers?: components["schemas"]["RetentionRuleInput"];
                        /** @description Registrations with the files of their visitors, since they were completed or rejected or have expired. One that waits for its documents or its bank stays. Counters of flows and campaigns are kept. */
                        registrations?: components["schemas"]["RetentionRuleInput"];
                        /** @description Sessions that were completed or have failed, with their exam attempts, since the last of both. One with a certificate stays. A learner who enrolls again has the session back. */
                        sessions?: components["schemas"]["RetentionRuleInput"];
                    };
                };
            };
        };
        responses: {
            /** @description The rules as they are now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retention"];
                };
            };
        };
    };
    listApprovals: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: number;
                /** @description `next_cursor` of the page before; leave it out for the first page. */
                cursor?: string;
                /** @description `pending`: people have not decided. `approved`: it is being carried out. `executed`: it was done. `failed`: it was approved, and refused when it was to be done. `withdrawn`: the agent does not want it any more. */
                status?: "pending" | "approved" | "executed" | "failed" | "rejected" | "expired" | "withdrawn";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of approvals */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Approval"][];
                        /** @description How many items this page has. */
                        count: number;
                        has_more: boolean;
                        /** @description Absent on the last page. */
                        next_cursor?: string;
                    };
                };
            };
        };
    };
    previewPersonRequest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default [] */
                    emails?: string[];
                    /**
                     * @description As the business names the person: users of roulettes, learners, workers; of visitors, the `vis_…` of their prize.
                     * @default []
                     */
                    userIds?: string[];
                    /**
                     * @description With country code, or as dialled in the country of the business. Every spelling of the phone is found.
                     * @default []
                     */
                    phones?: (string & (unknown & unknown))[];
                    /**
                     * @description Whether other names of the person in the same records count too, such as the user id beside an e-mail address. What a visitor has typed in a form without proving it never counts; name it to include it.
                     * @default true
                     */
                    includeLinked?: boolean;
                };
            };
        };
        responses: {
            /** @description What was found */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonPreview"];
                };
            };
        };
    };
    previewRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A kind of history without a rule is kept until the business is deleted. */
                    rules: {
                        /** @description Spins with their prizes. A spin has ended when its prize was claimed or has expired, or when none was won. What a player has spun and won still counts for limits. */
                        spins?: components["schemas"]["RetentionRuleInput"];
                        /** @description Rows of the ledgers of stock, from the beginning of each. The balance at the cut is kept. */
                        stockMovements?: components["schemas"]["RetentionRuleInput"];
                        /** @description Withdrawals. Their ledger rows are `stockMovements`. */
                        withdrawals?: components["schemas"]["RetentionRuleInput"];
                        /** @description Transfers. Their ledger rows are `stockMovements`. */
                        transfers?: components["schemas"]["RetentionRuleInput"];
                        /** @description Registrations with the files of their visitors, since they were completed or rejected or have expired. One that waits for its documents or its bank stays. Counters of flows and campaigns are kept. */
                        registrations?: components["schemas"]["RetentionRuleInput"];
                        /** @description Sessions that were completed or have failed, with their exam attempts, since the last of both. One with a certificate stays. A learner who enrolls again has the session back. */
                        sessions?: components["schemas"]["RetentionRuleInput"];
                    };
                };
            };
        };
        responses: {
            /** @description What would go now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionPreview"];
                };
            };
        };
    };
    resetSandbox: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sandbox is empty */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "emptied";
                    };
                };
            };
        };
    };
    seedSandbox: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description New for each write, and the same when you repeat it: the repeat changes nothing and gets the stored answer.
                 * @example order-2026-11-22-0017
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was made, with the ids that a first try needs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeededSandbox"];
                };
            };
        };
    };
}
