import { randomBytes } from "node:crypto";
import { BSON } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../ids.js";
import type { Database } from "../database.types.js";
import { findPage, findRawPage, type Page, sliceToPage } from "./pages.js";
import { type RawPage, sliceRow } from "../../serialization/raw-rows.js";
import { createLogger } from "../../telemetry/logger.js";
import { createTestCall, examinedDuring, openTestDatabase, testBackend } from "../../testing/index.js";

interface Row {
  _id: string;
  createdAt: Date;
  rank: number;
}

let db: Database;
beforeAll(async () => {
  const name = `test_kit_${randomBytes(4).toString("hex")}`;
  db = await openTestDatabase({
    url: testBackend().mongodbUrl,
    name,
    appName: "kit",
    logger: createLogger("kit", "silent"),
    indexes: { rows: [{ key: { createdAt: -1, _id: -1 } }] },
  });
});
afterAll(() => db.close());

async function createBusinessWithRows(count: number) {
  const scope = db.scope(createTestCall());
  // Three rows share each timestamp, so the order among them is that of the id.
  const rows = Array.from({ length: count }, (_, index) => ({
    _id: newId("row"),
    createdAt: new Date(1_700_000_000_000 + Math.floor(index / 3) * 1000),
    rank: index % 2,
  }));
  await scope.collection<Row>("rows").insertMany(rows);
  return { scope, rows };
}

async function readAllPages(page: (cursor: string) => Promise<Page<Row>>): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined;) {
    const found: Page<Row> = await page(cursor);
    ids.push(...found.items.map(({ _id }) => _id));
    expect(found.hasMore).toBe(found.nextCursor !== undefined);
    cursor = found.nextCursor;
  }
  return ids;
}

test("pages show every row once, newest first, also among rows with the same timestamp", async () => {
  const { scope, rows } = await createBusinessWithRows(10);
  const ids = await readAllPages((cursor) => findPage<Row>(scope, "rows", {}, { limit: 3, cursor }));
  const expected = rows.toSorted((a, b) => +b.createdAt - +a.createdAt || (a._id < b._id ? 1 : -1));
  expect(ids).toEqual(expected.map(({ _id }) => _id));
});

test("the last page examines as few rows as the first", async () => {
  const { scope } = await createBusinessWithRows(1000);
  let cursor = "";
  for (let page = 0; page < 9; page += 1)
    cursor = (await findPage<Row>(scope, "rows", {}, { limit: 100, cursor })).nextCursor ?? "";
  const last = () => findPage<Row>(scope, "rows", {}, { limit: 100, cursor });
  expect(await examinedDuring(db.name, last)).toBeLessThan(110);
});

test("rows in another order than that of creation have the same pages", async () => {
  const { scope, rows } = await createBusinessWithRows(7);
  const order = [
    ["rank", 1],
    ["_id", 1],
  ] as const;
  const ids = await readAllPages((cursor) => findPage<Row>(scope, "rows", {}, { limit: 2, cursor }, order));
  const expected = rows.toSorted((a, b) => a.rank - b.rank || (a._id > b._id ? 1 : -1));
  expect(ids).toEqual(expected.map(({ _id }) => _id));
});

test("a row that is inserted between two pages neither repeats nor hides another", async () => {
  const { scope, rows } = await createBusinessWithRows(4);
  const first = await findPage<Row>(scope, "rows", {}, { limit: 2, cursor: "" });
  await scope.collection<Row>("rows").insertOne({ _id: newId("row"), createdAt: new Date(), rank: 0 });
  const second = await findPage<Row>(scope, "rows", {}, { limit: 2, cursor: first.nextCursor ?? "" });
  const seen = [...first.items, ...second.items].map(({ _id }) => _id);
  expect(seen.sort()).toEqual(rows.map(({ _id }) => _id).sort());
});

test("a cursor of another business, of another filter, or not written by us is refused", async () => {
  const { scope } = await createBusinessWithRows(4);
  const other = await createBusinessWithRows(4);
  const { nextCursor = "" } = await findPage<Row>(scope, "rows", {}, { limit: 2, cursor: "" });
  const refusal = { code: "invalid_cursor" };
  await expect(findPage<Row>(other.scope, "rows", {}, { limit: 2, cursor: nextCursor })).rejects.toMatchObject(refusal);
  await expect(findPage<Row>(scope, "rows", { rank: 1 }, { limit: 2, cursor: nextCursor })).rejects.toMatchObject(
    refusal,
  );
  await expect(findPage<Row>(scope, "rows", {}, { limit: 2, cursor: "nonsense" })).rejects.toMatchObject(refusal);
});

test("an operator in a forged cursor finds nothing", async () => {
  const { scope } = await createBusinessWithRows(4);
  const { nextCursor = "" } = await findPage<Row>(scope, "rows", {}, { limit: 2, cursor: "" });
  const [list] = JSON.parse(Buffer.from(nextCursor, "base64url").toString()) as [string];
  const forged = Buffer.from(JSON.stringify([list, { $ne: null }, { $ne: null }])).toString("base64url");
  const page = await findPage<Row>(scope, "rows", {}, { limit: 2, cursor: forged });
  expect(page.items).toEqual([]);
});

test("a list in memory is read page by page, and refuses the cursor of another list", () => {
  const all = ["a", "b", "c", "d", "e"];
  const first = sliceToPage("letters", all, { limit: 3, cursor: "" });
  expect(first).toMatchObject({ items: ["a", "b", "c"], hasMore: true });
  const cursor = String(first.nextCursor);
  expect(sliceToPage("letters", all, { limit: 3, cursor })).toEqual({ items: ["d", "e"], hasMore: false });
  for (const other of [
    ["words", cursor],
    ["letters", "x"],
  ] as const)
    expect(() => sliceToPage(other[0], all, { limit: 3, cursor: other[1] })).toThrow("does not belong to this list");
});

test("pages of raw rows are those of decoded rows: the same rows, cursors and refusals, and nothing of another business", async () => {
  const { scope, rows } = await createBusinessWithRows(7);
  await createBusinessWithRows(3);
  const decode = ({ rows: found, ...page }: RawPage) => ({
    ...page,
    items: found.starts.map((_, index) => BSON.deserialize(sliceRow(found, index))),
  });
  const withBusiness = ({ items, ...page }: Page<Row>) => ({
    ...page,
    items: items.map((item) => ({ ...item, businessId: scope.businessId })),
  });
  let cursor = "";
  for (let seen = 0; seen < rows.length; seen += 3) {
    const expected = await findPage<Row>(scope, "rows", {}, { limit: 3, cursor });
    const found = await findRawPage<Row>(scope, "rows", {}, { limit: 3, cursor });
    expect(decode(found)).toEqual(withBusiness(expected));
    cursor = found.nextCursor ?? "";
  }
  expect(cursor).toBe("");
  const other = findRawPage<Row>(
    scope,
    "rows",
    { rank: 1 },
    { limit: 3, cursor: (await findPage<Row>(scope, "rows", {}, { limit: 1, cursor: "" })).nextCursor ?? "" },
  );
  await expect(other).rejects.toMatchObject({ code: "invalid_cursor" });
});

test("a raw page has all rows of its limit, also when they are more than MongoDB sends at once by default", async () => {
  const { scope } = await createBusinessWithRows(310);
  const first = await findRawPage<Row>(scope, "rows", {}, { limit: 300, cursor: "" });
  expect(first).toMatchObject({ hasMore: true, rows: { starts: { length: 300 } } });
  const rest = await findRawPage<Row>(scope, "rows", {}, { limit: 300, cursor: first.nextCursor ?? "" });
  expect(rest).toMatchObject({ hasMore: false, rows: { starts: { length: 10 } } });
});

test("raw rows cannot be read in a transaction, where they would be read outside of it", async () => {
  const { scope: outside } = await createBusinessWithRows(1);
  const read = db.transaction(outside.call, (scope) => findRawPage<Row>(scope, "rows", {}, { limit: 1, cursor: "" }));
  await expect(read).rejects.toThrow("in a transaction");
});
