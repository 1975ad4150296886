import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const sources = join(import.meta.dirname, "..");

/** What only `Loaded` may write: a choice between "loading", "could not be loaded" and the content. */
const decisions = /\.isLoading\b|onRetry=|<Loading\b.*(error|data)|(error|data).*<Loading\b/;
// The table offers the next page again when only that one failed.
const deciding = ["components/data-table.tsx", "components/loaded.tsx"];

test("one component decides between loading, a failed load, an empty answer and the content", () => {
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tsx"));
  const found = files.filter((name) => decisions.test(readFileSync(join(sources, name), "utf8")));
  expect(found.sort()).toEqual(deciding);
});
