import { create, type DescField, type DescMessage, ScalarType, toJsonString } from "@bufbuild/protobuf";
import { tools } from "@tenant-ops/proto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readMeasured } from "./measured-previews.js";

const proposers = new Map(tools.map((tool) => [tool.name, tool]));
const measured = tools.flatMap((writer) => {
  const output = proposers.get(writer.preview ?? "")?.method.output;
  return writer.measure && output ? [{ name: writer.name, measure: writer.measure, writer, output }] : [];
});

/** All fields of a message, at any depth. */
function listFields(message: DescMessage, known = new Set<DescMessage>()): DescField[] {
  if (known.has(message)) return [];
  known.add(message);
  return message.fields.flatMap((field) => [field, ...(field.message ? listFields(field.message, known) : [])]);
}

test.each(measured)("the number of $name is an integer, and its answer has one field of that name", (one) => {
  const found = listFields(one.measure.in === "preview" ? one.output : one.writer.method.input).filter(
    ({ jsonName }) => jsonName === one.measure.field,
  );
  expect(found.map(({ scalar }) => scalar)).toEqual([ScalarType.INT32]);
});

test.each(measured)("the number of $name is read, whatever texts the answer has", ({ writer, measure, output }) => {
  const preview = output.fields.find(({ name }) => name === "preview")?.message;
  const fragment = fc.constantFrom(`"${measure.field}":7`, `","${measure.field}":8,"`, "\\", '"', "{", "é", "𝒳");
  const texts = fc.array(fc.oneof(fragment, fc.string()), { maxLength: 5 }).map((parts) => parts.join(""));
  const numbers = fc.oneof(fc.integer(), fc.integer({ min: -3, max: 3 }));
  fc.assert(
    fc.property(texts, numbers, fc.boolean(), (text, number, alwaysEmitImplicit) => {
      const fill = (message: DescMessage) =>
        Object.fromEntries(
          message.fields.flatMap(({ fieldKind, scalar, localName, jsonName }): [string, string | number][] => {
            if (jsonName === measure.field) return [[localName, number]];
            return fieldKind === "scalar" && scalar === ScalarType.STRING ? [[localName, text]] : [];
          }),
        );
      const answer = create(output, { ...(preview && { preview: fill(preview) }), warnings: [text] });
      const json = Buffer.from(toJsonString(output, answer, { alwaysEmitImplicit }));
      expect(readMeasured(writer, create(writer.method.input, fill(writer.method.input)), json)).toBe(number);
    }),
  );
});

test("a preview of a tool without a number has none", () => {
  const writer = tools.find(({ isWrite, measure }) => isWrite && !measure)!;
  expect(readMeasured(writer, create(writer.method.input), Buffer.from('{"preview":{"quantity":3}}'))).toBeUndefined();
});
