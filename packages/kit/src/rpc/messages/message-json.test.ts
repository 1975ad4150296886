import { create, type DescMessage, fromBinary, type Message, toBinary, toJson } from "@bufbuild/protobuf";
import { tools } from "@tenant-ops/proto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createJsonReader } from "./message-json.js";
import { JsonBytes } from "../../serialization/json-output.js";
import { getMessageWriter } from "../../serialization/message-writer.js";
import { arbitraryMessage, listSchemas } from "../../serialization/random-messages.testing.js";
import { propertyRuns } from "../../testing/run-depth.js";

const toExpectedText = (schema: DescMessage, message: Message) =>
  JSON.stringify(toJson(schema, message, { alwaysEmitImplicit: true }));

function findOutput(tool: string): DescMessage {
  const found = tools.find(({ name }) => name === tool);
  if (!found) throw new Error(`no tool ${tool}`);
  return found.method.output;
}

describe("the JSON of a message is that of protobuf-es, plain and escaped", () => {
  test.each(listSchemas(tools))("$typeName", (schema) => {
    const [read, write] = [createJsonReader(schema), getMessageWriter(schema)];
    fc.assert(
      fc.property(arbitraryMessage(schema), (message) => {
        const { plain, escaped } = read(write(message));
        const expected = toExpectedText(schema, message);
        expect(plain.toString()).toBe(expected);
        expect(`"${escaped}"`).toBe(JSON.stringify(expected));
        expect(new JsonBytes(plain).escaped.equals(escaped)).toBe(true);
      }),
      { numRuns: propertyRuns(40) },
    );
  });
});

describe("bytes that our services do not write are read like those that they write", () => {
  const schema = findOutput("supply_list_stocks");
  const read = createJsonReader(schema);
  const message = create(schema, { items: [{ id: "stk_1", productName: "Guantes", totalStock: -5 }], count: 1 });
  const bytes = Buffer.from(toBinary(schema, message));
  const expected = toExpectedText(schema, message);

  test("an unknown field is left out", () => {
    expect(read(Buffer.concat([bytes, Buffer.from([0xfa, 0x3f, 2, 0x68, 0x69])])).plain.toString()).toBe(expected);
  });

  test("fields may come in any order, and the last value of a repeated one counts", () => {
    const [first, last] = [toBinary(schema, create(schema, { count: 7 })), bytes];
    expect(read(Buffer.concat([first, last])).plain.toString()).toBe(expected);
  });

  test("damaged bytes are refused", () => {
    for (const damaged of [
      bytes.subarray(0, -1),
      bytes.subarray(0, 3),
      Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f]),
    ])
      expect(() => read(damaged)).toThrow(/end of|premature|RangeError|bounds|invalid/);
  });

  test("cut anywhere, they give what protobuf-es makes of them, or an error where it has one", () => {
    const attempt = (run: () => string) => {
      try {
        return run();
      } catch {
        return "an error";
      }
    };
    for (let length = 0; length < bytes.length; length += 1) {
      const cut = bytes.subarray(0, length);
      const general = attempt(() => toExpectedText(schema, fromBinary(schema, cut)));
      expect(attempt(() => read(cut).plain.toString())).toBe(general);
    }
  });
});

test("text that is not UTF-8 is refused", () => {
  const schema = findOutput("supply_list_stocks");
  const bytes = Buffer.from(toBinary(schema, create(schema, { nextCursor: "ab" })));
  bytes[bytes.length - 1] = 0xff;
  expect(() => createJsonReader(schema)(bytes)).toThrow("utf-8");
});
