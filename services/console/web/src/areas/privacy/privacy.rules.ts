import type { PersonRequest, Preview, RecordCount } from "./privacy.api.js";

/** The state of a request, in one word. */
export type RequestState = "running" | "ready" | "ended" | "erased";

export function describeState(
  { kind, status, downloadUntil }: Pick<PersonRequest, "kind" | "status" | "downloadUntil">,
  now: number,
): RequestState {
  if (status === "running") return "running";
  if (kind === "erasure") return "erased";
  return downloadUntil !== null && Date.parse(downloadUntil) > now ? "ready" : "ended";
}

export function sumRecords(records: readonly RecordCount[]): number {
  return records.reduce((sum, { records: count }) => sum + count, 0);
}

/** The words for the records of a collection. Those of collections that every service has are under the name of the collection alone. */
export function findWords<Words>(
  words: Readonly<Record<string, Words>>,
  { service, collection }: Pick<RecordCount, "service" | "collection">,
): Words | undefined {
  return words[`${service}.${collection}`] ?? words[collection];
}

/** One entry per line or separated by commas; blanks belong to phone numbers. */
export function listEntries(text: string): string[] {
  return text
    .split(/[\n,;]+/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** The id of a registration, or of a visitor of a page: a person has both for each registration. */
export function isVisitId({ kind, value }: Pick<Preview["names"][number], "kind" | "value">): boolean {
  return kind === "userId" && /^(vis|reg)_/.test(value);
}
