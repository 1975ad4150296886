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

/** The data of a read without its error. */
const readings = /\{ data\b(?![^}]*(?:error|isError))[^}]*\} = use[A-Z]|= \(?use[A-Z]\w*\([^)]*\)\.data\b/;
/** Where nothing is said to be there or not: a choice that was chosen, choices of a filter or field, and what another part of the page reads as well. */
const withoutError = [
  "areas/flows/test-run-section.tsx",
  "areas/flows/visits-section.tsx",
  "areas/supply/withdraw-dialog.tsx",
  "areas/supply/withdrawals-page.tsx",
  "areas/webhooks/deliveries-page.tsx",
  "areas/webhooks/webhook-parts.tsx",
  "components/forms/record-choice.tsx",
];

test("what could not be read is not left out as if there was nothing", () => {
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tsx"));
  const found = files.filter((name) => readings.test(readFileSync(join(sources, name), "utf8")));
  expect(found.sort()).toEqual(withoutError);
});
