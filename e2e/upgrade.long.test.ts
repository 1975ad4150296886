import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { eventually, testBackend } from "@tenant-ops/kit/testing";
import { BSON, type Document, type IndexDescriptionInfo, MongoClient } from "mongodb";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "../scripts/lib/process/run-command.mjs";
import { type OwnTestMesh, startTestMesh } from "./support/mesh/test-mesh.js";
import { startWebhookReceiver } from "./support/calls/webhook-receiver.js";

/** Written by upgrade/record-fixture.mjs. */
interface Fixture {
  version: string;
  roundsEach: number;
  /** Addresses of pages in the answers begin with it. */
  publicUrl: string;
  secrets: Record<string, string>;
  business: {
    businessId: string;
    key: string;
    supply: { stock_id: string; service_center_id: string };
    rouletteId: string;
    courseId: string;
    slug: string;
    endpointId: string;
    secret: string;
  };
  /** What that release answered, by path. */
  answers: Record<string, Record<string, unknown>[]>;
  databases: Record<string, Record<string, { records: Document[]; indexes: IndexDescriptionInfo[] }>>;
}

const folder = join(import.meta.dirname, "upgrade");
const files = readdirSync(folder).filter((name) => name.endsWith(".json.gz"));
const hourMs = 3_600_000;
const reconcile = join(import.meta.dirname, "../scripts/reconcile.mjs");

describe.each(files)("data %s", (file) => {
  const fixture = BSON.EJSON.parse(moveAhead(gunzipSync(readFileSync(join(folder, file))).toString("utf8"))) as Fixture;
  const { business, answers, roundsEach } = fixture;
  const prefix = `upgrade_${randomBytes(4).toString("hex")}_`;
  let testMesh: OwnTestMesh;
  let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
  beforeAll(async () => {
    await restore(fixture, prefix);
    const dataDir = mkdtempSync(join(tmpdir(), "upgrade-"));
    writeFileSync(join(dataDir, "secrets.json"), JSON.stringify(fixture.secrets));
    testMesh = await startTestMesh({ dataDir, databasePrefix: prefix });
    receiver = await startWebhookReceiver();
  });
  afterAll(async () => {
    receiver?.close();
    await testMesh?.stop();
  });

  const caller = { ...business, keyId: "" };
  const list = async (path: string) =>
    (await testMesh.callRestOrThrow(caller, "GET", path))["items"] as Record<string, unknown>[];
  const isOf = (part: string) => (path: string) => path.includes(part);

  test.each(Object.keys(answers))(
    "GET %s answers what the release that stored the data answered, and may say more",
    async (path) => {
      const before = answers[path] ?? [];
      expect(before).not.toEqual([]);
      const text = JSON.stringify(before).replaceAll(fixture.publicUrl, testMesh.url);
      expect(await list(path)).toMatchObject(JSON.parse(text) as object[]);
    },
  );

  test("every area continues to work with the records, and their sums are right", async () => {
    const { supply, rouletteId, courseId, slug } = business;
    const withdrawal = { ...supply, worker_id: "after", email: "after@example.com", quantity: 1 };
    const preview = await testMesh.callToolOrThrow(caller, "supply_propose_withdrawal", withdrawal);
    const approval = { ...withdrawal, proposal_token: preview["proposal_token"] };
    await testMesh.callToolOrThrow(caller, "supply_approve_withdrawal", approval);
    const post = (path: string, body: object) =>
      testMesh.callRestOrThrow(caller, "POST", path, body, { "idempotency-key": crypto.randomUUID() });
    await post(`/v1/public/roulettes/${rouletteId}/spins`, { userId: "after" });
    const student = { userId: "after", fullName: "Ana Torres", email: "after@example.com" };
    await post(`/v1/public/courses/${courseId}/sessions`, student);
    const form = new URLSearchParams({ email: "after@example.com", _submission: crypto.randomUUID() });
    const sent = await fetch(`${testMesh.url}/flow/${slug}`, { method: "POST", body: form, redirect: "manual" });
    expect(sent.status).toBeLessThan(400);

    const grown = ["withdrawals", "spins", "sessions", "registrations"].map((part) => {
      const path = Object.keys(answers).find(isOf(part));
      if (!path) throw new Error(`the release answered nothing about ${part}`);
      return list(path);
    });
    expect((await Promise.all(grown)).map(({ length }) => length)).toEqual(Array(4).fill(roundsEach + 1));
    for (const service of ["supply", "roulettes", "learning", "flows", "webhooks"]) {
      const env = {
        ...process.env,
        MONGODB_URL: testBackend().mongodbUrl,
        MONGODB_DATABASE: `${prefix}${service}`,
      };
      const { code, stdout } = await runCommand(process.execPath, [reconcile, service], { env });
      expect([service, code, code === 0 ? "" : stdout]).toEqual([service, 0, ""]);
    }
  }, 600_000);

  test("an endpoint gets its events, signed with the stored secret", async () => {
    const path = `/v1/public/webhooks/endpoints/${business.endpointId}`;
    await testMesh.callRestOrThrow(caller, "PATCH", path, { url: receiver.url, status: "enabled" });
    await testMesh.callRestOrThrow(caller, "POST", `${path}/ping`);
    const request = await eventually(() => {
      const [first] = receiver.requests.filter(({ body }) => body.includes("webhook.ping"));
      if (!first) throw new Error("no ping yet");
      return first;
    });
    expect(new Webhook(business.secret).verify(request.body, request.headers)).toMatchObject({ type: "webhook.ping" });
  });
});

/**
 * Moves times that were in the future when the data was recorded, such as the expiry of a prize, so that they are as far in the future now. Otherwise
 * answers would change one day.
 */
function moveAhead(json: string): string {
  const created = [...json.matchAll(/"createdAt":\{"\$date":\{"\$numberLong":"(\d+)"/g)].map(([, time]) =>
    Number(time),
  );
  const recordedAt = created.reduce((newest, time) => Math.max(newest, time), 0);
  const byMs = Date.now() - recordedAt;
  const move = (time: number) => (time > recordedAt + hourMs ? time + byMs : time);
  // Dates of records, and those in the texts of answers.
  return json
    .replaceAll(/("\$date":\{"\$numberLong":")(\d+)/g, (_, before: string, time: string) => before + move(Number(time)))
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (text) => new Date(move(Date.parse(text))).toISOString());
}

async function restore({ databases }: Fixture, prefix: string): Promise<void> {
  const client = await MongoClient.connect(testBackend().mongodbUrl);
  try {
    for (const [name, collections] of Object.entries(databases)) {
      const database = client.db(`${prefix}${name}`);
      await database.dropDatabase();
      for (const [collection, { records, indexes }] of Object.entries(collections)) {
        if (records.length > 0) await database.collection(collection).insertMany(records);
        const own = indexes.filter(({ name: index }) => index !== "_id_").map(({ v: _version, ...index }) => index);
        if (own.length > 0) await database.collection(collection).createIndexes(own);
      }
    }
  } finally {
    await client.close();
  }
}
