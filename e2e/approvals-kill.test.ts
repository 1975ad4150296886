import { eventually, isLongRun } from "@tenant-ops/kit/testing";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKillPlan } from "./support/faults/kill-plan.js";
import {
  listWithdrawals,
  type OwnTestMesh,
  readCurrentStock,
  requireProcess,
  startTestMesh,
} from "./support/mesh/test-mesh.js";
import { connectAgent, createApproving, decide, openStore, propose, withdrawal } from "./support/people/approvals.js";
import type { Person } from "./support/people/people.js";

const plan = createKillPlan();
let testMesh: OwnTestMesh;
let mongo: MongoClient;
beforeAll(async () => {
  testMesh = await startTestMesh({
    services: ["supply", "approvals", "console"],
    env: { approvals: plan.env, supply: plan.env },
  });
  mongo = await new MongoClient(testMesh.mesh.mongodbUrl).connect();
});
afterAll(async () => {
  await mongo.close();
  await testMesh.stop();
});

const read = async (person: Person, path: string, id: string | undefined) =>
  (await person.call("GET", `${path}/approvals/${id}`)).body;

/** As if the time after which another process takes the attempt of a dead one were over. */
const makeDue = (id: string | undefined) =>
  openStore(testMesh, mongo).updateOne({ _id: id ?? "", status: "approved" }, { $set: { nextAttemptAt: new Date() } });

/** More points than there are between the yes and the end. The loop ends when the process has survived. */
const pointsMax = 60;
/** In the long run at each point. */
const pointsApart = isLongRun ? 1 : 6;

type Killed = Parameters<typeof plan.killAt>[0];

test.each([
  { name: "approvals", arm: (one: Killed, point: number) => plan.killAtEvery(one, "approvals", point), pointsMin: 18 },
  { name: "supply", arm: (one: Killed, point: number) => plan.killAt(one, point), pointsMin: 4 },
])(
  "after kill -9 of $name at any point between the yes and the end, the withdrawal happens once and the approval says so",
  async ({ name, arm, pointsMin }) => {
    const { own, owner, path } = await createApproving(testMesh);
    const target = requireProcess(testMesh, name);

    let killed = 0;
    for (let point = 1; point <= pointsMax; point += pointsApart) {
      const { approve, approval } = await propose(own, withdrawal(own, 1, { worker_id: `worker-${point}` }));
      const readStatus = async () => (await read(owner, path, approval?.id)).status as string;
      await arm(target, point);
      const dies = target.exited.then(() => true);
      const yes = owner
        .call("POST", `${path}/approvals/${approval?.id}/decision`, {
          decision: "approve",
          revision: 1,
          policyVersion: 1,
        })
        .catch(() => undefined);
      const ends = eventually(async () => expect(await readStatus()).toBe("executed"), 120_000);
      const survives = ends.then(() => arm(target, Infinity)).then(() => false);
      const isDead = await Promise.race([dies, survives]);
      if (isDead) {
        survives.catch(() => undefined);
        killed += 1;
        await Promise.all([target.start(), yes]);
        await expect.poll(readStatus).toBeDefined();
        // Where the yes was lost, the person sees that it waits, and presses again.
        if ((await readStatus()) === "pending") await decide(owner, path, approval?.id, { decision: "approve" });
        await makeDue(approval?.id);
      }
      await ends;
      expect((await approve()).body).toMatchObject({ status: "created" });
      const times = killed + (isDead ? 0 : 1);
      expect(await listWithdrawals(testMesh, own)).toHaveLength(times);
      expect(await readCurrentStock(testMesh, own)).toBe(100 - times);
      if (!isDead) break;
    }
    expect(killed).toBeGreaterThanOrEqual(pointsMin / pointsApart);
  },
  900_000,
);

test("while supply is away the yes is kept; when it is back the withdrawal follows, but not that of a connection that was revoked meanwhile", async () => {
  const { own, owner, path } = await createApproving(testMesh);
  const agent = await connectAgent(testMesh, own);
  const kept = await propose(own, withdrawal(own, 1));
  const revoked = await propose(own, withdrawal(own, 2), agent.call);
  const supply = requireProcess(testMesh, "supply");
  supply.kill("SIGKILL");
  await supply.exited;
  for (const { approval } of [kept, revoked]) {
    expect(await decide(owner, path, approval?.id, { decision: "approve" })).toMatchObject({ status: 200 });
    expect(await read(owner, path, approval?.id)).toMatchObject({ status: "approved" });
  }
  expect((await owner.call("POST", `${path}/connections/${agent.connectionId}/revoke`, {})).status).toBe(200);
  await supply.start();
  await expect.poll(() => read(owner, path, kept.approval?.id)).toMatchObject({ status: "executed" });
  await expect
    .poll(() => read(owner, path, revoked.approval?.id))
    .toMatchObject({ status: "failed", refusal: { code: "forbidden" } });
  expect(await listWithdrawals(testMesh, own)).toHaveLength(1);
  expect(await readCurrentStock(testMesh, own)).toBe(99);
});
