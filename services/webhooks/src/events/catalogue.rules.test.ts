import { create, type DescFile, type JsonObject, toBinary } from "@bufbuild/protobuf";
import type { ReceivedEvent } from "@tenant-ops/kit/events";
import { EventEnvelopeSchema } from "@tenant-ops/proto/common";
import { FlowRegistrationCompletedSchema } from "@tenant-ops/proto/flows";
import { CoursePublishedSchema } from "@tenant-ops/proto/learning";
import { SpinCompletedSchema } from "@tenant-ops/proto/roulettes";
import { StockLowSchema } from "@tenant-ops/proto/supply";
import { describe, expect, test } from "vitest";
import { catalogue, describeCatalogue, subscribable, toBody, toVisible } from "./catalogue.js";

const emitters: DescFile[] = [
  SpinCompletedSchema.file,
  StockLowSchema.file,
  CoursePublishedSchema.file,
  FlowRegistrationCompletedSchema.file,
];
// What the house tells itself and no tenant needs.
const internal = ["tenantops.supply.v1.CenterStockChanged"];
const mapped = catalogue.flatMap(({ message }) => (message ? [message.typeName] : []));

describe("the catalogue", () => {
  test.each(emitters.flatMap(({ messages }) => messages).map(({ typeName }) => typeName))(
    "knows %s, or says that it is internal",
    (typeName) => {
      expect([...mapped, ...internal]).toContain(typeName);
    },
  );

  test.each(catalogue.filter(({ message }) => message))(
    "takes the fields of $type from its message by their names",
    ({ message, data }) => {
      const sent = message?.fields.map(({ jsonName }) => jsonName) ?? [];
      expect(Object.keys(data.shape).filter((name) => !sent.includes(name))).toEqual([]);
      // A field that the message has and the tenant never sees would be a surprise to whoever added it.
      expect(sent.filter((name) => !(name in data.shape))).toEqual([]);
    },
  );

  test("has the types of the specification and the design", () => {
    expect(catalogue.map(({ type }) => type)).toEqual([
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
    ]);
    expect(subscribable).toHaveLength(10);
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

const lost = {
  spinId: "spn_1",
  rouletteId: "rou_1",
  userId: "u",
  result: "lost",
  giftIndex: 0,
  typeOfGift: "Perder",
};

function received(spin: typeof lost): ReceivedEvent {
  const data = toBinary(SpinCompletedSchema, create(SpinCompletedSchema, spin));
  const envelope = create(EventEnvelopeSchema, {
    id: "evt_1",
    businessId: "biz_1",
    type: SpinCompletedSchema.typeName,
    data,
  });
  const message = create(SpinCompletedSchema, spin);
  return { envelope, as: (schema) => (schema.typeName === message.$typeName ? (message as never) : undefined) };
}

describe("an event as the tenant sees it", () => {
  test("keeps a zero and leaves out what is absent", () => {
    expect(toVisible(received(lost))).toEqual({ type: "spin.completed", data: { ...lost } });
  });

  test("that does not hold what the catalogue promises is not sent", () => {
    expect(() => toVisible(received({ ...lost, result: "maybe" }))).toThrow("result");
  });

  test("over 64 KiB is not sent", () => {
    const envelope = {
      id: "evt_1",
      businessId: "biz_1",
      type: "spin.completed",
      timestamp: "2026-01-01T00:00:00Z",
      data: { ...lost, userId: "u".repeat(70_000) } satisfies JsonObject,
    };
    expect(() => toBody(envelope)).toThrow("over the limit");
  });
});
