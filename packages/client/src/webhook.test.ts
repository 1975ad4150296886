import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { expect, expectTypeOf, test } from "vitest";
import { verifyWebhook, type WebhookEvent } from "./webhook.js";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const otherSecret = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
const nowMs = Date.UTC(2026, 10, 22, 12);
const event = {
  id: "evt_1",
  type: "spin.completed",
  businessId: "biz_1",
  version: 1,
  data: { spinId: "spn_1", note: "¡ñ 🎡" },
};
const body = JSON.stringify(event);

/** A request as the server sends it, signed by the official library. */
function createRequest({ by = [secret], ageSeconds = 0, id = "evt_1" } = {}) {
  const time = new Date(nowMs - ageSeconds * 1000);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(time.getTime() / 1000)),
    "webhook-signature": by.map((one) => new Webhook(one).sign(id, time, body)).join(" "),
  };
}

const verify = (headers: object, secrets: string | string[] = secret, raw: string | Uint8Array = body) =>
  verifyWebhook(raw, headers as Record<string, string>, secrets, { nowMs });

test("a request that the official library has signed is accepted, as text and as bytes", async () => {
  expect(await verify(createRequest())).toEqual(event);
  expect(await verify(createRequest(), secret, Buffer.from(body))).toEqual(event);
});

test("headers may be Headers, have other cases, or be lists", async () => {
  const headers = createRequest();
  expect(await verify(new Headers(headers))).toEqual(event);
  expect(
    await verify(Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]))),
  ).toEqual(event);
});

test("while a secret is rotated, either side may have two of them", async () => {
  expect(await verify(createRequest({ by: [otherSecret, secret] }))).toEqual(event);
  expect(await verify(createRequest(), [otherSecret, secret])).toEqual(event);
});

test.each([
  ["a wrong secret", createRequest(), otherSecret, body],
  ["another body", createRequest(), secret, body.replace("spn_1", "spn_2")],
  ["another id", { ...createRequest(), "webhook-id": "evt_2" }, secret, body],
  [
    "a signature of another version",
    { ...createRequest(), "webhook-signature": createRequest()["webhook-signature"].replace("v1", "v2") },
    secret,
    body,
  ],
  ["an empty signature", { ...createRequest(), "webhook-signature": "v1," }, secret, body],
  ["no signature", { ...createRequest(), "webhook-signature": undefined }, secret, body],
  ["no time", { ...createRequest(), "webhook-timestamp": undefined }, secret, body],
  ["a time that is no number", { ...createRequest(), "webhook-timestamp": "NaN" }, secret, body],
  ["an age of six minutes", createRequest({ ageSeconds: 360 }), secret, body],
  ["a time six minutes ahead", createRequest({ ageSeconds: -360 }), secret, body],
])("%s is refused as webhook_invalid", async (_, headers, used, raw) => {
  await expect(verify(headers, used, raw)).rejects.toMatchObject({ name: "TenantOpsError", code: "webhook_invalid" });
});

test("five minutes old is accepted", async () => {
  expect(await verify(createRequest({ ageSeconds: 300 }))).toEqual(event);
});

test.each(["", "whsec_", "whsec_%%%", undefined, []])(
  "a secret that is none (%s) is an error of the caller, without the secret in it",
  async (wrong) => {
    const call = verifyWebhook(body, createRequest(), wrong as string | string[], { nowMs });
    const error: unknown = await call.catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: "invalid_argument" });
    expect(String(error)).not.toContain("%%%");
  },
);

test("no changed byte of a request is accepted", async () => {
  const headers = createRequest();
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: body.length - 1 }), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const bytes = Buffer.from(body);
      bytes[at] = (bytes[at] ?? 0) ^ change;
      await expect(verify(headers, secret, bytes)).rejects.toMatchObject({ code: "webhook_invalid" });
    }),
    { numRuns: 50 },
  );
});

test("the type of an event determines the type of its data", () => {
  const read = (given: WebhookEvent) => (given.type === "spin.completed" ? given.data.result : undefined);
  expectTypeOf(read).returns.toEqualTypeOf<"won" | "lost" | undefined>();
});
