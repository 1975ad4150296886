import { beforeAll, expect, test } from "vitest";
import { type DocumentedOperation, operations } from "./support/openapi/document.js";
import { createInvalidRequests } from "./support/openapi/invalid-requests.js";
import { createRequest, createValidRequests, getContent } from "./support/openapi/requests.js";
import { cases, createRun, expectDocumented, report, seed } from "./support/openapi/run.js";
import { useSharedMesh } from "./support/mesh/test-mesh.js";

// All requests are generated from rest/openapi.json, and every answer is validated against it.

let run: Awaited<ReturnType<typeof createRun>>;
beforeAll(async () => {
  console.log(`generated requests: FUZZ_SEED=${seed} repeats them`);
  run = await createRun(await useSharedMesh());
});

/** A body that the operation has accepted or refused by a rule, from which the invalid ones are made. */
const bodies = new Map<string, string>();
const carriedOut = new Set<string>();

test.each(cases)("%s answers valid requests as documented", async (id, operation) => {
  for (const request of createValidRequests(operation, run.pool, { count: 5, seed })) {
    const answer = await run.sendAndLearn(operation, request);
    expectDocumented(operation, request, answer);
    if (answer.status < 400) carriedOut.add(id);
    if (request.body !== undefined && (!bodies.has(id) || answer.status < 300)) bodies.set(id, request.body);
  }
});

// Rules refuse some of them, such as a second certificate, and the generator does not always choose ids that belong together: 15 to 23 of 110
// operations are refused each time. A run in which most are refused would prove little.
test("the valid requests carry out at least two of three operations", () => {
  const refused = cases.map(([id]) => id).filter((id) => !carriedOut.has(id));
  console.log(`refused by a rule each time: ${refused.join(", ")}`);
  expect(refused.length).toBeLessThan(cases.length / 3);
});

test.each(cases)("%s refuses invalid requests as documented", async (id, operation) => {
  const body = bodies.get(id);
  for (const request of createInvalidRequests(operation, run.pool, body)) {
    const answer = await run.send(operation, request);
    expectDocumented(operation, request, answer);
    if (request.isForbidden && answer.status < 400)
      report("accepted what the document forbids", operation, request, answer);
  }
});

test.each(cases)("%s refuses an unknown query parameter and names it", async (_id, operation) => {
  // A request for a file without a body has no media type, which is refused before the query is read.
  const file = getContent(operation)?.type === "application/octet-stream" ? "Terms" : undefined;
  const valid = createRequest(operation, run.pool, { notAParameter: "1" }, file);
  const request = { ...valid, what: "unknown query parameter" };
  const answer = await run.send(operation, request);
  expectDocumented(operation, request, answer);
  if (!isStrict(operation)) return;
  expect([answer.status, answer.text]).toEqual([422, expect.stringContaining("query parameter notAParameter")]);
});

test.each(cases)("%s refuses a wrong method with Allow", async (_id, operation) => {
  const taken = new Set(
    operations.filter(({ path }) => path === operation.path).map(({ method }) => method.toUpperCase()),
  );
  const wrong = ["PUT", "PATCH", "DELETE", "POST"].find((method) => !taken.has(method)) ?? "PROPFIND";
  const request = { ...createRequest(operation, run.pool), what: "wrong method", method: wrong };
  const answer = await run.send(operation, request);
  expectDocumented(operation, request, answer);
  expect(answer.status).toBe(405);
  const allowed = answer.headers.get("allow")?.split(", ") ?? [];
  expect(allowed).toEqual(expect.arrayContaining([...taken]));
});

/** Routes with bodies and parameters of other specifications take what they do not know. */
function isStrict({ path }: DocumentedOperation): boolean {
  return path.startsWith("/v1/");
}
