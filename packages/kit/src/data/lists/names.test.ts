import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../ids.js";
import type { Database } from "../database.types.js";
import { findPageByWords, wordIndex } from "./names.js";
import { createLogger } from "../../telemetry/logger.js";
import type { PageRequest } from "./pages.js";
import { planWordSearch, toSearchWords } from "./words.js";
import { createTestCall, examinedDuring, isLongRun, openTestDatabase, testBackend } from "../../testing/index.js";

interface Row {
  _id: string;
  name: string;
  words: string[];
  isActive: boolean;
  shop: string;
  createdAt: Date;
}

const newestOfShop = { key: { shop: 1, createdAt: -1, _id: -1 } } as const;

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({
    url: testBackend().mongodbUrl,
    name: `test_kit_${randomBytes(4).toString("hex")}`,
    appName: "kit",
    logger: createLogger("kit", "silent"),
    indexes: { rows: [{ key: { createdAt: -1, _id: -1 } }, newestOfShop, wordIndex(), wordIndex(["isActive"])] },
  });
});
afterAll(() => db.close());

interface Filters extends Partial<PageRequest> {
  equal?: Partial<Row>;
  narrow?: Partial<Row>;
}

async function createBusinessWithNames(names: readonly string[]) {
  const scope = db.scope(createTestCall());
  const rows = names.map((name, index) => {
    const createdAt = new Date(1_700_000_000_000 + index);
    const shop = index < 2 ? "new" : "old";
    return { _id: newId("row"), name, words: toSearchWords(name), isActive: index % 2 === 0, shop, createdAt };
  });
  for (let from = 0; from < rows.length; from += 1000)
    await scope.collection<Row>("rows").insertMany(rows.slice(from, from + 1000));
  const find = (search: string, { limit = 100, cursor = "", ...filters }: Filters = {}) =>
    findPageByWords<Row>(scope, "rows", { search: planWordSearch(search), ...filters }, { limit, cursor });
  const list = async (search: string) => (await find(search)).items.map(({ name }) => name);
  return { find, list };
}

test("a search finds the names with these words, the newest first", async () => {
  const { list } = await createBusinessWithNames(["Taza de la Casa", "casaca", "Termo", "Cása grande", "Casita taza"]);
  expect(await list("casa")).toEqual(["Cása grande", "casaca", "Taza de la Casa"]);
  expect(await list("CAS taz")).toEqual(["Casita taza", "Taza de la Casa"]);
  expect(await list("rojo")).toEqual([]);
  expect(await list(".*")).toEqual([]);
  expect(await list("$ne")).toEqual([]);
});

test("without a search, the newest come first", async () => {
  const { list } = await createBusinessWithNames(["Alfa", "Beta", "Gama"]);
  expect(await list("")).toEqual(["Gama", "Beta", "Alfa"]);
});

test("pages of a search show every row once, also among equal names", async () => {
  const names = ["gorra", "Gorra", "GORRA", "gorrá", "Gorra roja", "Gorra verde", "guante"];
  const { find } = await createBusinessWithNames(names);
  const seen: string[] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined;) {
    const page: Awaited<ReturnType<typeof find>> = await find("gorra", { limit: 2, cursor });
    seen.push(...page.items.map(({ name }) => name));
    cursor = page.nextCursor;
  }
  expect(seen).toHaveLength(6);
  expect(new Set(seen)).toEqual(new Set(names.slice(0, 6)));
});

test("a cursor of one search is refused for another one", async () => {
  const { find } = await createBusinessWithNames(["gorra 1", "gorra 2", "gorra 3"]);
  const { nextCursor = "" } = await find("gorra", { limit: 1 });
  await expect(find("gorr", { limit: 1, cursor: nextCursor })).rejects.toMatchObject({ code: "invalid_cursor" });
});

test("a business does not find the names of another one", async () => {
  await createBusinessWithNames(["Secreto"]);
  const { list } = await createBusinessWithNames(["Servilleta"]);
  expect(await list("se")).toEqual(["Servilleta"]);
});

test("a search in a narrow part of a list finds what a search in the whole list finds there", async () => {
  const { find } = await createBusinessWithNames(["Taza azul", "Taza roja", "Taza azul grande", "Gorra"]);
  const names = async (search: string, narrow: Partial<Row>) =>
    (await find(search, { narrow })).items.map(({ name }) => name);
  expect(await names("taza", { shop: "new" })).toEqual(["Taza roja", "Taza azul"]);
  expect(await names("az ta", { shop: "new" })).toEqual(["Taza azul"]);
  expect(await names("taza", { shop: "old" })).toEqual(["Taza azul grande"]);
  expect(await names("gorra", { shop: "new" })).toEqual([]);
  expect(await names("$ne", { shop: "new" })).toEqual([]);
});

test("a search examines as many rows among many as among few", async () => {
  const examine = async (count: number) => {
    const names = Array.from({ length: count }, (_, index) => `Product ${String(index).padStart(6, "0")}`);
    const { find } = await createBusinessWithNames(names);
    const { nextCursor: cursor = "" } = await find("product", { limit: 20 });
    const searches = [
      () => find("product", { limit: 20 }),
      () => find("product", { limit: 20, cursor }),
      () => find("0005", { limit: 20 }),
      () => find("product", { limit: 20, equal: { isActive: false } }),
      () => find("nothing", { limit: 20, equal: { isActive: true } }),
      () => find("product", { limit: 20, narrow: { shop: "new" } }),
      // Of each of several words up to 500 index keys are counted.
      () => find("product 000007", { limit: 20 }),
    ];
    const examined: number[] = [];
    for (const search of searches) examined.push(await examinedDuring(db.name, search));
    return examined;
  };
  const few = await examine(1000);
  expect(await examine(isLongRun ? 100_000 : 5000)).toEqual(few);
  expect(Math.max(...few.slice(0, -1))).toBeLessThanOrEqual(25);
  expect(few.at(-1)).toBe(500);
});
