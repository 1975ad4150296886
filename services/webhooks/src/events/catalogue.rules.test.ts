import { create, type DescMessage, fromJson, type Message, ScalarType, toBinary } from "@bufbuild/protobuf";
import type { ReceivedEvent } from "@tenant-ops/kit/events";
import { EventEnvelopeSchema } from "@tenant-ops/proto/common";
import { webhookEvents } from "@tenant-ops/proto/events";
import { SpinCompletedSchema } from "@tenant-ops/proto/roulettes";
import { describe, expect, test } from "vitest";
import { catalogue, describeCatalogue, subscribableTypes, toBody, toWebhookEvent } from "./catalogue.js";

describe("the catalogue", () => {
  test.each([...webhookEvents])(
    "sends the public fields of $type and no others",
    ({ type, message, fields, sample }) => {
      const fillers = message.fields.map((field) => [field.jsonName, field.scalar === ScalarType.STRING ? "x" : 1]);
      const everything = fromJson(message, { ...Object.fromEntries(fillers), ...sample });
      const sent = toWebhookEvent(receive(message, everything))?.data ?? {};
      expect(Object.keys(sent)).toEqual(fields.map(({ name }) => name));
      const { data } = JSON.parse(toBody({ ...envelope, type, data: { ...sample, internal: "x" } }).toString());
      expect(data).toEqual(sample);
    },
  );

  test("keeps the types that were released, in their order", () => {
    const types = catalogue.map(({ type }) => type);
    expect(types.filter((type) => released.includes(type))).toEqual(released);
  });

  test("offers all types but those about webhooks themselves for subscription", () => {
    expect(subscribableTypes).toContain("stock.low");
    expect(catalogue.map(({ type }) => type).filter((type) => !subscribableTypes.includes(type))).toEqual([
      "webhook.ping",
      "webhook.endpoint.failing",
      "webhook.endpoint.disabled",
    ]);
  });

  test("describes every type with a JSON schema of the whole envelope", () => {
    for (const { type, schema } of describeCatalogue()) {
      expect(schema).toMatchObject({
        type: "object",
        required: ["id", "type", "timestamp", "businessId", "version", "data"],
      });
      expect(JSON.stringify(schema)).toContain(type);
    }
  });
});

/** Types that receivers depend on. None of them may disappear; new ones need no entry. */
const released = [
  "spin.completed",
  "prize.won",
  "prize.claimed",
  "prize.expired",
  "withdrawal.created",
  "stock.low",
  "course.published",
  "session.status_changed",
  "certificate.issued",
  "flow.registration.completed",
  "webhook.ping",
  "webhook.endpoint.failing",
  "webhook.endpoint.disabled",
];

const lost = {
  spinId: "spn_1",
  rouletteId: "rou_1",
  userId: "u",
  result: "lost",
  giftIndex: 0,
  typeOfGift: "Perder",
};

const envelope = { id: "evt_1", businessId: "biz_1", timestamp: "2026-01-01T00:00:00Z" };

function receive(schema: DescMessage, message: Message): ReceivedEvent {
  const data = toBinary(schema, message);
  return {
    envelope: create(EventEnvelopeSchema, { id: "evt_1", businessId: "biz_1", type: schema.typeName, data }),
    as: (wanted) => (wanted.typeName === schema.typeName ? (message as never) : undefined),
  };
}

const receiveSpin = (spin: typeof lost) => receive(SpinCompletedSchema, create(SpinCompletedSchema, spin));

describe("an event of a sandbox", () => {
  const parse = (businessId: string) =>
    JSON.parse(toBody({ ...envelope, businessId, type: "spin.completed", data: lost }).toString()) as object;

  test("says test: true; an event of a live business has no such field", () => {
    expect(parse("sbx_01h455vb4pex5vsknk084sn02q")).toMatchObject({ test: true });
    expect(parse("biz_01h455vb4pex5vsknk084sn02q")).not.toHaveProperty("test");
  });

  test("fits the published schema, in which the mark is optional", () => {
    const { schema } = describeCatalogue()[0] ?? {};
    expect(schema).toMatchObject({ properties: { test: { const: true } } });
    expect(schema?.required).not.toContain("test");
  });
});

describe("an event as the tenant sees it", () => {
  test("keeps a zero and leaves out what is absent", () => {
    expect(toWebhookEvent(receiveSpin(lost))).toEqual({ type: "spin.completed", data: { ...lost } });
  });

  test("that does not have the schema of the catalogue is not sent", () => {
    expect(() => toWebhookEvent(receiveSpin({ ...lost, result: "maybe" }))).toThrow("result");
  });

  test("over 64 KiB is not sent", () => {
    const data = { ...lost, userId: "u".repeat(70_000) };
    expect(() => toBody({ ...envelope, type: "spin.completed", data })).toThrow("over the limit");
  });
});
