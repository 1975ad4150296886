import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readGatewayConfig } from "../config.js";
import { createTestSettings, startTestGateway, type TestGateway } from "../testing.js";

const createSecret = () => randomBytes(24).toString("base64url");
const [ana, anaNext, ben] = [createSecret(), createSecret(), createSecret()];
const guessesMax = 4;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway(
    createTestSettings({
      OPERATOR_KEYS: `ana:${ana}, ana-next:${anaNext},ben:${ben}`,
      RATE_FAILED_CREDENTIALS_PER_MINUTE: String(guessesMax),
    }),
  );
});
afterAll(() => gateway.close());

interface StoredCall {
  _id: string;
  operator: string;
  requestId: string;
  address: string;
  method: string;
  path: string;
  businessId?: string;
  keyId?: string;
  created?: string;
  status: number | null;
  at: string;
  answeredAt: string | null;
}

async function call(key: string, method: string, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await gateway.requestAdmin(method, path, { headers, body });
  const parsed = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, body: parsed, headers: answer.headers };
}

async function listCalls(query = ""): Promise<StoredCall[]> {
  return (await call(ben, "GET", `/calls${query}`)).body["items"] as StoredCall[];
}

describe("operator keys", () => {
  test("are accepted several at a time, as for a rotation", async () => {
    for (const key of [ana, anaNext, ben]) expect((await call(key, "GET", "/businesses")).status).toBe(200);
  });

  test.each([
    ["without a name", createSecret(), "entry 1 is not <name>:<key>"],
    ["with a short key", "ana:short", "the key of ana must be at least 32 characters"],
    ["with a name twice", `ana:${ana},ana:${ben}`, "the name ana is given twice"],
    ["with a key twice", `ana:${ana},ben:${ana}`, "the key of ben is given twice"],
    ["with a strange name", `a b:${ana}`, "the name of entry 1"],
    ["with an empty entry", `ana:${ana},`, "entry 2 is not <name>:<key>"],
  ])("%s stop the start with a sentence that names no key", (_name, keys, sentence) => {
    const read = () => readGatewayConfig(createTestSettings({ OPERATOR_KEYS: keys }));
    expect(read).toThrow(`OPERATOR_KEYS: ${sentence}`);
    expect(read).not.toThrow(ana);
  });
});

describe("calls of operators are recorded:", () => {
  test("who, from where, what, with which outcome, newest first", async () => {
    const created = await call(ana, "POST", "/businesses", { name: "Recorded", country: "MX" });
    const { _id: businessId } = created.body as { _id: string };
    const made = await call(ben, "POST", `/businesses/${businessId}/keys`, { name: "secret name" });
    const { _id: keyId, key } = made.body as { _id: string; key: string };
    await call(ana, "POST", `/businesses/${businessId}/keys/${keyId}/revoke`);
    const refused = await call(ana, "POST", "/businesses", { name: "Recorded" });
    expect(refused.status).toBe(422);

    const [reading, ...calls] = await listCalls("?limit=5");
    expect(reading).toMatchObject({ operator: "ben", method: "GET", path: "/v1/admin/calls", status: null });
    const keys = `/v1/admin/businesses/${businessId}/keys`;
    expect(calls).toMatchObject([
      { operator: "ana", method: "POST", path: "/v1/admin/businesses", status: 422 },
      { operator: "ana", method: "POST", path: `${keys}/${keyId}/revoke`, businessId, keyId, status: 200 },
      { operator: "ben", method: "POST", path: keys, businessId, created: keyId, status: 201 },
      { operator: "ana", method: "POST", path: "/v1/admin/businesses", created: businessId, status: 201 },
    ]);
    const first = calls.at(-1);
    expect(first?.requestId).toBe(created.headers.get("x-request-id"));
    expect(first?.address).toBe("127.0.0.1");
    expect(Date.parse(first?.answeredAt ?? "")).toBeGreaterThanOrEqual(Date.parse(first?.at ?? ""));
    // Neither keys nor bodies.
    for (const secret of [ana, ben, key, "Recorded", "secret name"])
      expect(JSON.stringify([reading, calls])).not.toContain(secret);
  });

  test("page by page", async () => {
    await call(ana, "GET", "/businesses");
    const one = await call(ben, "GET", "/calls?limit=1");
    const [newest] = one.body["items"] as StoredCall[];
    const [older] = await listCalls(`?limit=1&cursor=${String(one.body["next_cursor"])}`);
    expect(newest).toMatchObject({ operator: "ben", path: "/v1/admin/calls" });
    expect(older).toMatchObject({ operator: "ana", path: "/v1/admin/businesses" });
  });
});

// Last, because it uses up the limit of this address.
test("after too many wrong keys the right one is refused as well, with the seconds to wait", async () => {
  for (let guesses = 0; guesses < guessesMax; guesses += 1)
    expect((await call(createSecret(), "GET", "/businesses")).status).toBe(401);
  for (const key of [createSecret(), ana]) {
    const answer = await call(key, "GET", "/businesses");
    expect(answer).toMatchObject({ status: 429, body: { error: "rate_limited" } });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  // A tenant's address may be shared, so its right key still works.
  expect((await gateway.request("GET", "/.well-known/oauth-authorization-server")).status).toBe(200);
});
