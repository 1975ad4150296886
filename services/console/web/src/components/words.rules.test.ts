import { expect, test } from "vitest";
import type { List } from "../api/use-list.js";
import type { Table } from "./table.js";
import type { RecordFacts } from "./developers.js";
import type { FilteredList } from "./list-page.js";
import type { WriteForm } from "./forms/write-form.js";
import { listOptions, readText } from "./words.rules.js";

const words = { caption: "Centers", fields: { name: "Name", kinds: { online: "Online" } } };

interface Components {
  form: typeof WriteForm<"supply", "createCenter", { name?: string; address?: string }, (typeof words)["fields"]>;
  table: typeof Table;
  list: typeof FilteredList;
  facts: typeof RecordFacts;
  items: List<{ name: string }>;
  filters: { values: { kind?: string }; isFiltered: boolean; set: () => void; clear: () => void };
}

/** Only compiled: what stands after an `@ts-expect-error` must be refused. */
export function compile({ form, table, list, facts, items, filters }: Components) {
  const create = { area: "supply", operation: "createCenter", words } as const;
  form({ ...create, fields: [{ name: "name", kind: "text" }] });
  form({ ...create, fields: [{ name: "address", kind: "text", label: "Its own" }] });
  // @ts-expect-error
  form({ ...create, fields: [{ name: "address", kind: "text" }] });
  table({ words, columns: { name: (item) => item }, items: [1], getId: String });
  // @ts-expect-error
  table({ words, columns: { address: (item) => item }, items: [1], getId: String });
  // @ts-expect-error
  table({ words, columns: { kinds: (item) => item }, items: [1], getId: String });
  // @ts-expect-error
  list({ words, list: items, columns: { address: ({ name }) => name } });
  // @ts-expect-error
  list({ words, list: items, columns: { kinds: ({ name }) => name } });
  // @ts-expect-error
  list({ words, list: items, columns: {}, filters, filterFields: [{ name: "kind", kind: "text" }] });
  facts({ words, values: { name: "North" }, ids: {} });
  // @ts-expect-error
  facts({ words, values: { name: "North" }, ids: { id: "c-1" } });
}

test("a text is found by its name, and what has no text is refused by the compiler", () => {
  expect(readText(words.fields, "name")).toBe("Name");
  expect(readText(words.fields, "kinds")).toBe(undefined);
});

test("the options of a choice are offered in the order in which their texts stand", () => {
  expect(listOptions({ online: "Online", physical: "Physical" })).toEqual([
    ["online", "Online"],
    ["physical", "Physical"],
  ]);
  expect(listOptions([["b", "B"]])).toEqual([["b", "B"]]);
});
