import { tools } from "@tenant-ops/proto";
import { expect, test } from "vitest";
import { toFieldKey } from "./approvals.rules.js";
import { en } from "./messages/en.js";
import { es } from "./messages/es.js";
import { pt } from "./messages/pt.js";
import { writingTools } from "../approval-rules/tools.rules.js";

const writers = tools.filter(({ isWrite }) => isWrite);

test("the page of rules knows every tool that writes, what its number counts, and what cannot be undone", () => {
  const catalogue = writers.map(({ name, area, measure, irreversible }) => [
    name,
    { area, ...(measure && { unit: measure.unit }), ...(irreversible && { irreversible: true }) },
  ]);
  expect(writingTools).toEqual(Object.fromEntries(catalogue));
});

type Message = (typeof writers)[number]["method"]["output"];

/** The names of all fields of a message, also of those inside. */
function listFields(message: Message, seen = new Set<Message>()): string[] {
  if (seen.has(message)) return [];
  seen.add(message);
  return message.fields.flatMap(({ jsonName, message: inner }) => [
    jsonName,
    ...(inner ? listFields(inner, seen) : []),
  ]);
}

test.each([
  ["en", en],
  ["es", es],
  ["pt", pt],
])("every tool that writes, its unit, and every field of its preview and arguments has a name in %s", (_, words) => {
  const known: Readonly<Record<string, string>> = words.fields;
  const missing = writers.flatMap((writer) => {
    const propose = tools.find(({ name }) => name === writer.preview);
    const preview = propose?.method.output.fields.find(({ name }) => name === "preview")?.message;
    const fields = [...listFields(writer.method.input), ...(preview ? listFields(preview) : [])];
    return [
      ...(writer.name in words.tools ? [] : [writer.name]),
      ...(!writer.measure || writer.measure.unit in words.units ? [] : [writer.measure.unit]),
      ...fields.map(toFieldKey).filter((name) => name !== "proposalToken" && name !== "Id" && !(name in known)),
    ];
  });
  expect([...new Set(missing)]).toEqual([]);
});
