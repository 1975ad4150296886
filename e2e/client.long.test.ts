import { afterAll, beforeAll, expect, test } from "vitest";
import { connectBusiness, createLosingRoulette } from "./support/calls/client.js";
import { requireProcess, startTestMesh, type OwnTestMesh } from "./support/mesh/test-mesh.js";

let testMesh: OwnTestMesh;
beforeAll(async () => void (testMesh = await startTestMesh({ services: ["roulettes"] })));
afterAll(() => testMesh.stop());

test("spins that are requested while the service is killed and restarted happen once each", async () => {
  const client = connectBusiness(testMesh, await testMesh.createBusiness(), { retries: 100, timeoutMs: 50_000 });
  const id = await createLosingRoulette(client);
  const service = requireProcess(testMesh, "roulettes");
  const users = Array.from({ length: 20 }, (_, index) => `u-${index}`);

  const spinAll = Promise.all(
    users.map(async (userId, index) => {
      const spin = await client.roulettes.createSpin({ id, userId });
      if (index === 3) service.kill();
      return spin._id;
    }),
  );
  await service.exited;
  await service.start();
  const made = await spinAll;

  const listed: string[] = [];
  for await (const spin of client.roulettes.listSpins({ id, limit: 7 })) listed.push(spin._id);
  expect(listed.toSorted()).toEqual(made.toSorted());
}, 600_000);
