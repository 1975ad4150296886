import { expect, test } from "vitest";
import { isSame, listColumns, listDifferences, nameRecords, readPreview } from "./preview.rules.js";

const stockId = "stk_0123456789abcdef";

test("two numbers that belong together are one change, and ids go to the developers", () => {
  const preview = {
    stockId,
    productName: "Blue mug",
    serviceCenterName: "North",
    quantity: 2,
    stockBefore: 10,
    stockAfter: 8,
    leavesLowStock: false,
    ciudad: "",
    workerId: "w_0123456789",
  };
  const { changes, entries, ids, isUpdate } = readPreview(preview);
  expect(changes).toEqual([{ path: ["stock"], before: 10, after: 8 }]);
  expect(entries.map(({ path }) => path[0])).toEqual([
    "productName",
    "serviceCenterName",
    "quantity",
    "leavesLowStock",
    "workerId",
  ]);
  expect([ids, isUpdate]).toEqual([[{ path: ["stockId"], value: stockId }], false]);
  expect(nameRecords(preview)).toEqual(["Blue mug", "North"]);
});

test("names of fields may be of either form", () => {
  const { changes } = readPreview({
    quantity_before: 1,
    quantity_after: 0,
    previousStatus: "completed",
    status: "certified",
  });
  expect(changes).toEqual([
    { path: ["quantity"], before: 1, after: 0 },
    { path: ["status"], before: "completed", after: "certified" },
  ]);
});

test("what an agent writes into a text is shown, also when it looks like an id", () => {
  expect(readPreview({ name: stockId }).entries).toEqual([{ path: ["name"], value: stockId }]);
});

test("of a record that is changed, what stays is apart from what changes", () => {
  const { changes, entries, ids, isUpdate } = readPreview({
    courseId: "crs_0123456789abcdef",
    changed: ["title", "published"],
    before: { title: "Old", slug: "safety", published: false, description: "" },
    after: { title: "New", slug: "safety", published: true },
  });
  expect(changes).toEqual([
    { path: ["title"], before: "Old", after: "New" },
    { path: ["published"], before: false, after: true },
  ]);
  expect(entries).toEqual([{ path: ["slug"], value: "safety" }]);
  expect([ids.length, isUpdate]).toEqual([1, true]);
});

test("of a list as long as before, only the entries that change are shown, with their names", () => {
  const before = {
    gifts: [
      { value: "Cap", probability: 10 },
      { value: "Mug", probability: 90 },
    ],
  };
  const after = {
    gifts: [
      { value: "Cap", probability: 20 },
      { value: "Mug", probability: 90 },
    ],
  };
  expect(readPreview({ before, after }).changes).toEqual([
    { path: ["gifts", "#1 Cap", "probability"], before: 10, after: 20 },
  ]);
  const shorter = { gifts: [{ value: "Mug", probability: 90 }] };
  expect(readPreview({ before, after: shorter }).changes).toEqual([
    { path: ["gifts"], before: before.gifts, after: shorter.gifts },
  ]);
});

test("a list that is replaced as a whole is a change", () => {
  const modules = [{ id: "a", title: "One" }];
  expect(readPreview({ title: "Safety", before: [], after: modules, added: ["a"] }).changes).toEqual([
    { path: ["list"], before: [], after: modules },
  ]);
});

test("values that are replaced by the name of their field are compared with those of the preview", () => {
  const { changes, entries, isUpdate } = readPreview({
    slug: "spring",
    name: "Spring",
    isActive: true,
    redirect: { type: "url", url: "https://example.com/new" },
    changes: ["name", "isActive", "redirect", "source"],
    before: [
      { name: "name", value: "Winter" },
      { name: "isActive", value: "false" },
      { name: "redirect", value: '{"type":"url","url":"https://example.com/old"}' },
      { name: "source", value: "mail" },
    ],
  });
  expect(changes).toEqual([
    { path: ["name"], before: "Winter", after: "Spring" },
    { path: ["isActive"], before: false, after: true },
    { path: ["redirect", "url"], before: "https://example.com/old", after: "https://example.com/new" },
    { path: ["source"], before: "mail", after: undefined },
  ]);
  expect(entries.map(({ path }) => path.join("."))).toEqual(["redirect.type", "slug"]);
  expect(isUpdate).toBe(true);
});

test("values inside of values keep their place, and lists of records are tables", () => {
  const { changes, tables, entries } = readPreview({
    from: { serviceCenterName: "North", stockBefore: 5, stockAfter: 3 },
    to: { serviceCenterName: "South", stockBefore: 0, stockAfter: 2 },
    students: [{ fullName: "Ana" }],
    removed: ["a", "b"],
  });
  expect(changes.map(({ path, before, after }) => [path.join("."), before, after])).toEqual([
    ["from.stock", 5, 3],
    ["to.stock", 0, 2],
  ]);
  expect(tables).toEqual([{ path: ["students"], rows: [{ fullName: "Ana" }] }]);
  expect(entries.map(({ path }) => path.join("."))).toEqual([
    "from.serviceCenterName",
    "to.serviceCenterName",
    "removed",
  ]);
});

test("nothing of a preview is left out, whatever its fields are called", () => {
  const preview = { before: "x", changed: ["y"], changes: 3, stockBefore: 1, other: null, nested: { after: { a: 1 } } };
  const { entries } = readPreview(preview);
  expect(entries.map(({ path }) => path.join("."))).toEqual([
    "stockBefore",
    "nested.after.a",
    "before",
    "changed",
    "changes",
  ]);
  expect(readPreview({ before: { a: 1 } }).entries).toEqual([{ path: ["before", "a"], value: 1 }]);
});

test("two previews of one write differ in what has another value", () => {
  const shown = { quantity: 2, stockBefore: 10, stockAfter: 8 };
  expect(listDifferences(shown, { stockAfter: 7, stockBefore: 9, quantity: 2 })).toEqual([
    { path: ["stockBefore"], before: 10, after: 9 },
    { path: ["stockAfter"], before: 8, after: 7 },
  ]);
  expect(listDifferences(shown, { ...shown })).toEqual([]);
});

test("a value that is missing is the same as an empty one", () => {
  expect([isSame({ a: "" }, {}), isSame([], undefined), isSame(0, undefined), isSame(false, null)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("a column of ids is left out, and one with a single other value is not", () => {
  const rows = [
    { session_id: "ses_0123456789abcdef", userId: "usr_0123456789", courseId: stockId },
    { session_id: "ses_0123456789abcdef", userId: "7", courseId: "not an id" },
  ];
  expect(listColumns(rows)).toEqual(["userId", "courseId"]);
});
