import { beforeAll, expect, test } from "vitest";
import { cases, createRun, expectDocumented, seed } from "./support/openapi/run.js";
import { createRequest, createValidRequests } from "./support/openapi/requests.js";
import { useSharedMesh } from "./support/mesh/test-mesh.js";

// Requests to every route, generated from rest/openapi.json; every answer is validated against it. openapi.long.test.ts sends more of them, and
// invalid ones.
let run: Awaited<ReturnType<typeof createRun>>;
beforeAll(async () => {
  console.log(`generated requests: FUZZ_SEED=${seed} repeats them`);
  run = await createRun(await useSharedMesh());
});

test.each(cases)("%s answers a valid request as documented", async (_id, operation) => {
  for (const request of createValidRequests(operation, run.pool, { count: 1, seed }))
    expectDocumented(operation, request, await run.sendAndLearn(operation, request));
});

test.each(cases.filter(([, { security }]) => security?.length !== 0))(
  "%s refuses a request without a credential",
  async (_id, operation) => {
    const request = { ...createRequest(operation, run.pool), what: "no credential" };
    const answer = await run.send({ ...operation, security: [] }, request);
    expectDocumented(operation, request, answer);
    expect(answer.status).toBe(401);
  },
);
