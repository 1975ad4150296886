import { createTestVisitor, eventually } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKillPlan } from "./support/faults/kill-plan.js";
import { type Business, startTestMesh, type OwnTestMesh } from "./support/mesh/test-mesh.js";
import { createWinningRoulette } from "./support/records/winning-roulette.js";

const plan = createKillPlan();
// More points than one spin has. The loop ends when a spin is answered.
const pointsMax = 60;

let testMesh: OwnTestMesh;
let business: Business;
beforeAll(async () => {
  testMesh = await startTestMesh({ services: ["flows", "roulettes", "learning"], env: { roulettes: plan.env } });
  business = await testMesh.createBusiness();
});
afterAll(() => testMesh.stop());

const callRest = (method: string, path: string, body?: object) =>
  testMesh.callRestOrThrow(business, method, path, body);

/** An active roulette that every spin wins, and the active flow that leads to it. */
async function createJourney(): Promise<{ rouletteId: string; slug: string }> {
  const rouletteId = await createWinningRoulette(testMesh, business);
  const slug = `kill-${rouletteId.slice(-8)}`;
  const registrationFields = [{ text: "Correo", value: "email", type: "email", isRequired: true }];
  const redirect = { type: "roulette", targetId: rouletteId };
  await callRest("POST", "/v1/public/flows", { name: "Verano", slug, redirect, registrationFields });
  await callRest("PATCH", `/v1/public/flows/${slug}`, { isActive: true });
  return { rouletteId, slug };
}

/** A visitor who has registered and used the pass. */
async function createVisitorOf(slug: string, email: string) {
  const issuePass = () => {
    throw new Error("only flows makes passes here");
  };
  const visitor = createTestVisitor({ httpUrl: testMesh.url, issuePass });
  const registered = await visitor.post(`/flow/${slug}`, { email });
  const used = await visitor.get(registered.headers.get("location") ?? "");
  if (used.status !== 303) throw new Error(`pass: ${used.status} ${await used.text()}`);
  return visitor;
}

test("after kill -9 at every point of a visitor's spin, sending the form again gives one prize with one code", async () => {
  const { rouletteId, slug } = await createJourney();
  const path = `/roulette/${rouletteId}`;
  const roulettes = testMesh.mesh.processes["roulettes"];
  if (!roulettes) throw new Error("no roulettes");
  const countPrizes = async () =>
    ((await callRest("GET", `/v1/public/prizes?rouletteId=${rouletteId}&limit=100`))["items"] as unknown[]).length;

  let killed = 0;
  for (let point = 1; point <= pointsMax; point += 1) {
    const visitor = await createVisitorOf(slug, `ana-${point}@example.com`);
    const form = { _submission: crypto.randomUUID() };
    await plan.killAt(roulettes, point);
    const first = visitor.post(path, form);
    const dies = roulettes.exited.then(() => "died" as const);
    const outcome = await Promise.race([dies, first.then(({ status }) => status)]);
    if (outcome === 303) break;
    // The gateway answers in place of the process that died.
    expect(["died", 503]).toContain(outcome);
    await dies;
    killed += 1;
    await roulettes.start();
    await first;

    const readCode = async () => {
      const answer = await visitor.post(path, form);
      expect(answer.status).toBe(303);
      return /class="code">([^<]+)</.exec(await (await visitor.get(path)).text())?.[1];
    };
    const code = await eventually(readCode);
    expect(code).toMatch(/^\w{4}-\w{4}$/);
    expect(await readCode()).toBe(code);
    expect(await countPrizes()).toBe(killed);
  }
  // Before and after each of: two reads, the command that writes, the commit.
  expect(killed).toBeGreaterThanOrEqual(8);
}, 900_000);
