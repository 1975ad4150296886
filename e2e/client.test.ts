// The client of back ends against the real mesh.
import { type CallAttempt, type Client, createClient, verifyWebhook } from "@tenant-ops/client";
import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Business, type TestMesh, useSharedMesh } from "./support/mesh/test-mesh.js";
import { startWebhookReceiver } from "./support/calls/webhook-receiver.js";

let testMesh: TestMesh;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  testMesh = await useSharedMesh();
});
afterAll(() => receiver.close());

const connect = ({ key: apiKey, businessId }: Business): Client =>
  createClient({ baseUrl: testMesh.url, apiKey, businessId });

/** An active roulette on which every spin loses. */
async function createLosingRoulette(client: Client): Promise<string> {
  const [types, rouletteTypes] = await Promise.all([
    client.roulettes.listGiftTypes(),
    client.roulettes.listRouletteTypes(),
  ]);
  const lose = types.items.find(({ name }) => name === "Perder");
  const [typeOfRoulette] = rouletteTypes.items;
  if (!lose || !typeOfRoulette) throw new Error("the catalogue has no types");
  const gift = {
    value: "Nothing",
    message: "Next time",
    probability: 1,
    typeOfGift: { _id: lose._id, name: lose.name },
  };
  const { _id } = await client.roulettes.createRoulette({
    name: "Wheel",
    gifts: [gift],
    timeToWin: 1,
    timeToLose: 1,
    textToWin: "won",
    textToLose: "lost",
    termsAndConditions: "none",
    typeOfRoulette: { _id: typeOfRoulette._id, name: typeOfRoulette.name },
    isActive: true,
  });
  return _id;
}

test("a spin arrives as a webhook that verifyWebhook accepts, and the log shows it as delivered", async () => {
  const client = connect(await testMesh.createBusiness());
  const { _id: endpointId, secret } = await client.webhooks.createWebhookEndpoint({ url: receiver.url });
  const rouletteId = await createLosingRoulette(client);

  const spin = await client.roulettes.createSpin({ id: rouletteId, userId: "u-1" });

  const findRequest = () => receiver.requests.find(({ body }) => body.includes(spin._id));
  await eventually(() => expect(findRequest()).toBeDefined(), 60_000);
  const { body = "", headers = {} } = findRequest() ?? {};
  const event = await verifyWebhook(body, headers, secret);
  expect(event.type === "spin.completed" && event.data).toMatchObject({ spinId: spin._id, rouletteId, result: "lost" });
  await expect(verifyWebhook(body.replace("lost", "won"), headers, secret)).rejects.toMatchObject({
    code: "webhook_invalid",
  });
  await eventually(async () => {
    const log = await client.webhooks.readWebhookLog();
    expect(log).toEqual([expect.objectContaining({ webhookId: event.id, status: "delivered", endpointId })]);
  });
});

test("of two spins at once with one key, one is made, and both calls get it", async () => {
  const client = connect(await testMesh.createBusiness());
  const id = await createLosingRoulette(client);
  const attempts: CallAttempt[] = [];
  const options = { idempotencyKey: "ticket-1", onAttempt: (attempt: CallAttempt) => void attempts.push(attempt) };

  const spins = await Promise.all([1, 2].map(() => client.roulettes.createSpin({ id, userId: "u-1" }, options)));

  expect(spins[1]).toEqual(spins[0]);
  expect((await client.roulettes.listSpins({ id })).items).toEqual([spins[0]]);
  const answers = attempts.filter(({ error }) => !error);
  expect(answers.map(({ replayed }) => replayed).toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true]);
});

test("a course from its creation to an enrolment, and the enrolments page by page", async () => {
  const client = connect(await testMesh.createBusiness());
  const course = await client.learning.createCourse({ title: "Safety", slug: "safety" });
  const module = { _id: "start", title: "Start" };
  await client.learning.replaceCourseModules({ id: course._id, modules: [module] });
  expect(await client.learning.updateCourse({ id: course._id, published: true })).toMatchObject({ published: true });
  for (const name of ["ana", "ben", "eva"])
    await client.learning.enrollStudent({ id: course._id, userId: name, fullName: name, email: `${name}@example.com` });

  const students: string[] = [];
  for await (const { userId } of client.learning.listCourseSessions({ id: course._id, limit: 2 }))
    students.push(userId);
  expect(students.toSorted()).toEqual(["ana", "ben", "eva"]);
});

test("the client iterates the log of deliveries beyond its first twenty entries", async () => {
  const client = connect(await testMesh.createBusiness());
  const { _id } = await client.webhooks.createWebhookEndpoint({ url: receiver.url });
  const sent: string[] = [];
  for (let ping = 0; ping < 23; ping += 1) sent.push((await client.webhooks.pingWebhookEndpoint({ id: _id })).traceId);

  const logged: string[] = [];
  for await (const { traceId } of client.webhooks.readWebhookLog()) logged.push(traceId);
  expect(logged.toSorted()).toEqual(sent.toSorted());
});

test("a refusal is an error with code, sentence and request id, and another business sees nothing", async () => {
  const [client, other] = [connect(await testMesh.createBusiness()), connect(await testMesh.createBusiness())];
  const id = await createLosingRoulette(client);
  await expect(other.roulettes.getRoulette({ id })).rejects.toMatchObject({
    code: "roulette_not_found",
    status: 404,
    detail: expect.stringContaining(id),
    requestId: expect.stringMatching(/^req_[0-9a-f]{32}$/),
  });
  expect((await other.roulettes.listRoulettes()).items).toEqual([]);
  await expect(client.roulettes.createSpin({ id, userId: "" })).rejects.toMatchObject({
    code: "invalid_argument",
    status: 422,
    mayHaveWritten: false,
  });
});
