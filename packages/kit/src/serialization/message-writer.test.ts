import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { tools } from "@tenant-ops/proto";
import { DataService, EventEnvelopeSchema } from "@tenant-ops/proto/common";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getMessageWriter } from "./message-writer.js";
import { arbitraryMessage, listSchemas } from "./random-messages.testing.js";
import { propertyRuns } from "../testing/run-depth.js";

/** They have kinds of fields that no tool has. */
const internal = [DataService.method.findPerson, DataService.method.erasePerson];

describe("the message writer writes the same bytes as protobuf-es", () => {
  const schemas = [...listSchemas([...tools, ...internal.map((method) => ({ method }))]), EventEnvelopeSchema];
  test.each(schemas)("$typeName", (schema) => {
    const write = getMessageWriter(schema);
    fc.assert(
      fc.property(arbitraryMessage(schema), (message) => {
        expect(write(message).equals(toBinary(schema, message))).toBe(true);
      }),
      { numRuns: propertyRuns(40) },
    );
  });
});

test("a number that is not an int32 is refused and not truncated", () => {
  const { input } = tools.find(({ name }) => name === "supply_list_stocks")?.method ?? {};
  if (!input) throw new Error("no such tool");
  const write = getMessageWriter(input);
  expect(() => write(create(input, { limit: 1.5 }))).toThrow("int32");
  expect(() => write(create(input, { limit: 2 ** 31 }))).toThrow("int32");
});

test("a number that is not a uint32 is refused and not truncated", () => {
  const { input } = DataService.method.erasePerson;
  const write = getMessageWriter(input);
  expect(() => write(create(input, { pass: -1 }))).toThrow("uint32");
  expect(() => write(create(input, { pass: 2 ** 32 }))).toThrow("uint32");
});

test("a message contains nothing of the message that was written before", () => {
  const { input } = tools.find(({ name }) => name === "supply_list_stocks")?.method ?? {};
  if (!input) throw new Error("no such tool");
  const write = getMessageWriter(input);
  const first = write(create(input, { limit: 7, cursor: "first" }));
  write(create(input, { limit: 9, cursor: "other" }));
  expect(fromBinary(input, first)).toMatchObject({ limit: 7, cursor: "first" });
});
