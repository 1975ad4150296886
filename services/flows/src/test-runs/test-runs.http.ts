import { randomBytes } from "node:crypto";
import { type Database, newId, type Quota } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import { createTestRun, getTestRun, listTestRuns as listTestRunsRoute } from "@tenant-ops/rest/flows";
import type { FastifyInstance } from "fastify";
import { buildFlowUrl } from "../page/page-slugs.js";
import { requireFlow } from "../flows/flows.rules.js";
import { findFlow } from "../flows/flows.store.js";
import {
  formatToken,
  getTestRunStatus,
  hashSecret,
  linkMs,
  requireTestRun,
  type TestResult,
  type TestRun,
} from "./test-runs.rules.js";
import { findTestRun, insertTestRun, listTestRuns } from "./test-runs.store.js";

/** REST routes for test runs. The pages of a test run are in `page.test-run.ts`. */
export function testRunHttp(app: FastifyInstance, db: Database, consoleUrl: string, quota: Quota): void {
  bindRoute(app, createTestRun, ({ call, params: { slug } }) =>
    db.transaction(call, async (scope) => {
      const flow = requireFlow(await findFlow(scope, slug), slug);
      await quota.claim(scope);
      const secret = randomBytes(32).toString("base64url");
      const linkExpiresAt = new Date(scope.now.getTime() + linkMs);
      const testRun: TestRun = {
        _id: newId("tst"),
        flowId: flow._id,
        slug,
        secretHash: hashSecret(secret),
        linkExpiresAt,
        createdAt: scope.now,
        createdBy: call.keyId,
        expiresAt: linkExpiresAt,
      };
      await insertTestRun(scope, testRun);
      const page = buildFlowUrl({ consoleUrl, businessId: call.businessId }, slug);
      return { ...toTestRunReply(testRun), url: `${page}/test-runs/${formatToken(testRun._id, secret)}` };
    }),
  );

  bindRoute(app, listTestRunsRoute, async ({ call, params: { slug }, query }) => {
    const scope = db.scope(call);
    const flow = requireFlow(await findFlow(scope, slug), slug);
    return toRestList(await listTestRuns(scope, flow._id, query), toTestRunReply);
  });

  bindRoute(app, getTestRun, async ({ call, params: { slug, id } }) => {
    const scope = db.scope(call);
    const flow = requireFlow(await findFlow(scope, slug), slug);
    return toTestRunReply(requireTestRun(await findTestRun(scope, flow._id, id), id, flow));
  });
}

/** A test run as callers see it. */
function toTestRunReply(testRun: TestRun) {
  const { _id, flowId, slug, linkExpiresAt, openedAt, result, createdAt } = testRun;
  return {
    _id,
    flowId,
    slug,
    status: getTestRunStatus(testRun, new Date()),
    linkExpiresAt: linkExpiresAt.toISOString(),
    openedAt: openedAt?.toISOString() ?? null,
    result: result ? toResultReply(result) : null,
    createdAt: createdAt.toISOString(),
  };
}

function toResultReply({ at, steps, registration, address }: TestResult) {
  const { answers, redirect, utm, acceptedDocuments = [], isTest } = registration;
  return { at: at.toISOString(), steps, registration: { isTest, answers, utm, redirect, acceptedDocuments }, address };
}
