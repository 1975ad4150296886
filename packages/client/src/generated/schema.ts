// Written by `npm run generate` from rest/openapi.json. Do not edit.
export interface paths {
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
                    "application/json": {
                        /** @description The same as the header `webhook-id`. */
                        id: string;
                        /** @constant */
                        type: "withdrawal.created";
                        /** Format: date-time */
                        timestamp: string;
                        businessId: string;
                        /** @constant */
                        version: 1;
                        /**
                         * @description Present for events of a sandbox only.
                         * @constant
                         */
                        test?: true;
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
                    "application/json": {
                        /** @description The same as the header `webhook-id`. */
                        id: string;
                        /** @constant */
                        type: "stock.low";
                        /** Format: date-time */
                        timestamp: string;
                        businessId: string;
                        /** @constant */
                        version: 1;
                        /**
                         * @description Present for events of a sandbox only.
                         * @constant
                         */
                        test?: true;
                        data: {
                            centerStockId: string;
                            stockId: string;
                            serviceCenterId: string;
                            currentStock: number;
                            minStockAlert: number;
                            criticality?: string;
                            /** @description What took the units: withdrawal, transfer or count */
                            reason?: string;
                        };
                    };
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
                    "application/json": {
                        /** @description The same as the header `webhook-id`. */
                        id: string;
                        /** @constant */
                        type: "spin.completed";
                        /** Format: date-time */
                        timestamp: string;
                        businessId: string;
                        /** @constant */
                        version: 1;
                        /**
                         * @description Present for events of a sandbox only.
                         * @constant
                         */
                        test?: true;
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
                    "application/json": {
                        /** @description The same as the header `webhook-id`. */
                        id: string;
                        /** @constant */
                        type: "prize.won";
                        /** Format: date-time */
                        timestamp: string;
                        businessId: string;
                        /** @constant */
                        version: 1;
                        /**
                         * @description Present for events of a sandbox only.
                         * @constant
                         */
                        test?: true;
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
                    "application/json": {
                        /** @description The same as the header `webhook-id`. */
                        id: string;
                        /** @constant */
                        type: "prize.claimed";
                        /** Format: date-time */
                        timestamp: string;
                        businessId: string;
                        /** @constant */
                        version: 1;
                        /**
                         * @description Present for events of a sandbox only.
                         * @constant
                         */
                        test?: true;
                        data: {
                            prizeId: string;
                            rouletteId: string;
                            userId: string;
                            /** @description ISO 8601 in UTC */
                            claimedAt: string;
                        };
                    };
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
                    "application/json": {
                        /** @description The same as the header `webhook-id`. */
                        id: string;
                        /** @constant */
                        type: "prize.expired";
                        /** Format: date-time */
                        timestamp: string;
                        businessId: string;
                        /** @constant */
                        version: 1;
                        /**
                         * @description Present for events of a sandbox only.
                         * @constant
                         */
                        test?: true;
                        data: {
                            prizeId: string;
                            rouletteId: string;
                            userId: string;
                            /** @description ISO 8601 in UTC */
                            expiredAt: string;
                        };
                    };
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
                    "application/json": {
                        /** @description The same as the header `webhook-id`. */
                        id: string;
                        /** @constant */
                        type: "course.published";
                        /** Format: date-time */
                        timestamp: string;
                        businessId: string;
                        /** @constant */
                        version: 1;
                        /**
                         * @description Present for events of a sandbox only.
                         * @constant
                         */
                        test?: true;
                        data: {
                            courseId: string;
                            slug: string;
                            /** @description ISO 8601 in UTC */
                            publishedAt: string;
                        };
                    };
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
                    "application/json": {
                        /** @description The same as the header `webhook-id`. */
                        id: string;
                        /** @constant */
                        type: "session.status_changed";
                        /** Format: date-time */
                        timestamp: string;
                        businessId: string;
                        /** @constant */
                        version: 1;
                        /**
                         * @description Present for events of a sandbox only.
                         * @constant
                         */
                        test?: true;
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
                            /** @description Best exam score so far; absent before the first attempt */
                            score?: number;
                        };
                    };
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
                    "application/json": {
                        /** @description The same as the header `webhook-id`. */
                        id: string;
                        /** @constant */
                        type: "certificate.issued";
                        /** Format: date-time */
                        timestamp: string;
                        businessId: string;
                        /** @constant */
                        version: 1;
                        /**
                         * @description Present for events of a sandbox only.
                         * @constant
                         */
                        test?: true;
                        data: {
                            certificateId: string;
                            sessionId: string;
                            courseId: string;
                            userId: string;
                            /** @description Absent for courses without an exam */
                            score?: number;
                            /** @description ISO 8601 in UTC */
                            issuedAt: string;
                        };
                    };
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
                    "application/json": {
                        /** @description The same as the header `webhook-id`. */
                        id: string;
                        /** @constant */
                        type: "flow.registration.completed";
                        /** Format: date-time */
                        timestamp: string;
                        businessId: string;
                        /** @constant */
                        version: 1;
                        /**
                         * @description Present for events of a sandbox only.
                         * @constant
                         */
                        test?: true;
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
                    "application/json": {
                        /** @description The same as the header `webhook-id`. */
                        id: string;
                        /** @constant */
                        type: "webhook.ping";
                        /** Format: date-time */
                        timestamp: string;
                        businessId: string;
                        /** @constant */
                        version: 1;
                        /**
                         * @description Present for events of a sandbox only.
                         * @constant
                         */
                        test?: true;
                        data: {
                            endpointId: string;
                        };
                    };
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
                    "application/json": {
                        /** @description The same as the header `webhook-id`. */
                        id: string;
                        /** @constant */
                        type: "webhook.endpoint.failing";
                        /** Format: date-time */
                        timestamp: string;
                        businessId: string;
                        /** @constant */
                        version: 1;
                        /**
                         * @description Present for events of a sandbox only.
                         * @constant
                         */
                        test?: true;
                        data: {
                            endpointId: string;
                            failures: number;
                            /** @description ISO 8601 in UTC */
                            failingSince: string;
                        };
                    };
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
                    "application/json": {
                        /** @description The same as the header `webhook-id`. */
                        id: string;
                        /** @constant */
                        type: "webhook.endpoint.disabled";
                        /** Format: date-time */
                        timestamp: string;
                        businessId: string;
                        /** @constant */
                        version: 1;
                        /**
                         * @description Present for events of a sandbox only.
                         * @constant
                         */
                        test?: true;
                        data: {
                            endpointId: string;
                            /** @enum {string} */
                            reason: "gone" | "failing";
                        };
                    };
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
        /** @description The event: the same on every attempt and when it is sent again. Store it, and ignore repetitions. */
        WebhookId: string;
        /** @description Seconds since 1970, fresh on every attempt. Refuse requests older than five minutes. */
        WebhookTimestamp: string;
        /** @description `v1,` and the base64 of the HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, as Standard Webhooks defines it. Two values, separated by a space, while a secret is being rotated. */
        WebhookSignature: string;
        /** @description This delivery: `traceId` in the log. */
        WebhookTraceId: string;
        /** @description 1 for the first attempt. */
        WebhookAttempt: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listStocks: {
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
            /** @description A page of products */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "_id": "stk_01k2m8e5v3f7a9b0c1d2e3f401",
                     *           "productName": "Nitrile gloves",
                     *           "totalStock": 2000,
                     *           "minStockAlert": 200,
                     *           "type": "supply",
                     *           "createdAt": "2026-03-02T15:00:01.000Z"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "has_more": false
                     *     }
                     */
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
                /**
                 * @example {
                 *       "productName": "Nitrile gloves",
                 *       "totalStock": 2000,
                 *       "minStockAlert": 200,
                 *       "type": "supply"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "_id": "stk_01k2m8e5v3f7a9b0c1d2e3f401",
                     *       "productName": "Nitrile gloves",
                     *       "totalStock": 2000,
                     *       "minStockAlert": 200,
                     *       "type": "supply",
                     *       "createdAt": "2026-03-02T15:00:01.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Stock"];
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
                    /**
                     * @example {
                     *       "_id": "stk_01k2m8e5v3f7a9b0c1d2e3f401",
                     *       "productName": "Nitrile gloves",
                     *       "totalStock": 2000,
                     *       "minStockAlert": 200,
                     *       "type": "supply",
                     *       "createdAt": "2026-03-02T15:00:01.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Stock"];
                };
            };
        };
    };
}
