import { expect, test } from "vitest";
import { type FieldEntry, getFirstValues } from "./fields.rules.js";

interface Product {
  name: string;
  units: number | undefined;
  kind: string;
  isActive: boolean;
}

const fields: FieldEntry<Product>[] = [
  { name: "name", kind: "text", label: "Name" },
  { kind: "row", fields: [{ name: "units", kind: "number", label: "Units" }] },
  {
    kind: "more",
    label: "More",
    fields: [{ name: "kind", kind: "choice", label: "Kind", options: [["a", "A"]], first: "a" }],
  },
  { name: "isActive", kind: "check", label: "Active", first: true },
];

test("a new record begins with the first values of the list, and empty where there is none", () => {
  expect(getFirstValues(fields)).toEqual({ name: "", units: undefined, kind: "a", isActive: true });
});

test("a change begins with the values of the record, and sends nothing that is not in the list", () => {
  const record = { _id: "p-1", name: "Soap", units: 0, kind: "b", isActive: false, createdAt: "2026-01-01" };
  expect(getFirstValues(fields, record)).toEqual({ name: "Soap", units: 0, kind: "b", isActive: false });
});

test("a field that is left out of the list is not sent", () => {
  expect(getFirstValues<Product>([false, { name: "name", kind: "text", label: "Name" }])).toEqual({ name: "" });
});

test("a choice whose options are all seen begins with its first value, and a secret begins empty", () => {
  const entries: FieldEntry<{ role: string; secret: string }>[] = [
    { name: "role", kind: "radio", label: "Role", options: [["viewer", "Viewer", "Reads"]], first: "viewer" },
    { name: "secret", kind: "secret", label: "Secret", isStored: () => false },
  ];
  expect(getFirstValues(entries)).toEqual({ role: "viewer", secret: "" });
  expect(getFirstValues(entries, { role: "owner" })).toEqual({ role: "owner", secret: "" });
});
