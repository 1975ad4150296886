// What a page shows of a preview: the propose tools answer JSON of many shapes, so that it goes by names and values and not by tool.

/** Names of fields from the outside to the inside. An entry of a list is `#2`, with its name behind it. */
export type Path = readonly string[];

export interface Change {
  path: Path;
  before: unknown;
  after: unknown;
}

export interface Entry {
  path: Path;
  value: unknown;
}

export type Fields = Readonly<Record<string, unknown>>;

export interface Rows {
  path: Path;
  rows: readonly Fields[];
}

export interface PreviewParts {
  changes: readonly Change[];
  entries: readonly Entry[];
  tables: readonly Rows[];
  /** Only programs need them. */
  ids: readonly Entry[];
  /** It shows a record that is changed, so that what is no change stays as it is. */
  isUpdate: boolean;
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isFieldsList = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every(isFields);

export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0);

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Ids that the business itself gives, so that its people know them. */
const ownIds = new Set(["workerId", "userId", "worker_id", "user_id", "countryId", "country_id"]);

/** Ids of records that a preview names nowhere else, so that the page reads their names. */
const shownIds = new Set(["targetId", "item_id"]);

/** A field that says so by its name, with a value of that form: what an agent writes into another field is always shown. */
export const isId = (name: string, value: unknown): boolean =>
  /(^_?id|Id|_id)$/.test(name) &&
  !ownIds.has(name) &&
  typeof value === "string" &&
  /^[a-z]{2,4}_[0-9a-z]{8,}$/.test(value);

export function isSame(one: unknown, other: unknown): boolean {
  if (isFields(one) && isFields(other))
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => isSame(one[name], other[name]));
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, index) => isSame(value, other[index]));
  return one === other || (isEmpty(one) && isEmpty(other));
}

/** `stockBefore` with `stockAfter`, `stock_before` with `stock_after`, `previousStatus` with `status`. */
function findPair(name: string, fields: Fields): { name: string; after: string } | undefined {
  const [, field, between] = /^(.+?)(_b|B)efore$/.exec(name) ?? [];
  if (field !== undefined && between !== undefined) {
    const after = `${field}${between === "B" ? "A" : "_a"}fter`;
    return after in fields ? { name: field, after } : undefined;
  }
  const [, rest] = /^previous([A-Z].*)$/.exec(name) ?? [];
  const after = rest && `${rest[0]?.toLowerCase()}${rest.slice(1)}`;
  return after && after in fields ? { name: after, after } : undefined;
}

type Found = { [Name in "changes" | "entries" | "tables" | "ids"]: PreviewParts[Name][number][] };

function collect(fields: Fields, path: Path, found: Found): void {
  const pairs = Object.keys(fields).flatMap((before) => {
    const pair = findPair(before, fields);
    return pair ? [{ before, ...pair }] : [];
  });
  const paired = new Set(pairs.flatMap(({ before, after }) => [before, after]));
  for (const { before, name, after } of pairs)
    found.changes.push({ path: [...path, name], before: fields[before], after: fields[after] });
  for (const [name, value] of Object.entries(fields))
    if (!paired.has(name)) collectValue([...path, name], value, found);
}

function collectValue(path: Path, value: unknown, found: Found): void {
  const name = path.at(-1) ?? "";
  if (isEmpty(value)) return;
  if (isId(name, value) && !shownIds.has(name)) found.ids.push({ path, value });
  else if (isFields(value)) collect(value, path, found);
  else if (isFieldsList(value)) found.tables.push({ path, rows: value });
  else found.entries.push({ path, value });
}

/** What has changed goes to the changes, and everything else to where it would stand without a change. */
function compareInto(before: Fields, after: Fields, path: Path, found: Found): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
    compareValue([...path, name], before[name], after[name], found);
}

function compareValue(path: Path, before: unknown, after: unknown, found: Found): void {
  if (isSame(before, after)) collectValue(path, after, found);
  else if (isFields(before) && isFields(after)) compareInto(before, after, path, found);
  else if (isFieldsList(before) && isFieldsList(after) && before.length === after.length)
    for (const [index, row] of after.entries()) {
      const was = before[index];
      // Entries that stay as they are would hide those that do not.
      if (was && !isSame(was, row)) compareInto(was, row, [...path, nameRow(index, row)], found);
    }
  else found.changes.push({ path, before, after });
}

const rowNames = ["name", "title", "value", "text", "fullName"];

function nameRow(index: number, row: Fields): string {
  const name = rowNames.map((field) => row[field]).find(isText);
  return name === undefined ? `#${index + 1}` : `#${index + 1} ${name}`;
}

const startFound = (): Found => ({ changes: [], entries: [], tables: [], ids: [] });

/** A list of `{ name, value }`, where a value that is no text stands as JSON. */
function readReplaced(list: readonly Fields[], now: Fields): Fields {
  return Object.fromEntries(
    list.map(({ name, value }) => {
      const field = String(name);
      return [field, typeof now[field] === "string" || isEmpty(value) ? value : parseJson(value)];
    }),
  );
}

function parseJson(text: unknown): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : text;
  } catch {
    return text;
  }
}

const isReplaced = (value: unknown): value is readonly Fields[] =>
  isFieldsList(value) && value.every((row) => typeof row["name"] === "string" && "value" in row);

/** Takes a preview apart: what changes from what to what, and what else it says. */
export function readPreview({ before, after, changed, changes, ...rest }: Fields): PreviewParts {
  const found = startFound();
  if (isFields(before) && isFields(after)) {
    compareInto(before, after, [], found);
    // Ids and counts beside the record.
    collect(rest, [], found);
    return { ...found, isUpdate: true };
  }
  if (after !== undefined) {
    compareValue(["list"], before ?? [], after, found);
    collect({ ...rest, changed, changes }, [], found);
    return { ...found, isUpdate: false };
  }
  if (isReplaced(before)) {
    const replaced = readReplaced(before, rest);
    for (const [name, was] of Object.entries(replaced)) compareValue([name], was, rest[name], found);
    const others = Object.entries({ ...rest, changed }).filter(([name]) => !(name in replaced));
    collect(Object.fromEntries(others), [], found);
    return { ...found, isUpdate: true };
  }
  // Without a record before, these names have another meaning.
  collect({ ...rest, before, changed, changes }, [], found);
  return { ...found, isUpdate: false };
}

/** What differs between two previews of the same write, or between two sets of arguments. */
export function listDifferences(before: Fields, after: Fields): readonly Change[] {
  const found = startFound();
  compareInto(before, after, [], found);
  return found.changes;
}

/** What the rows of a list have, in the order of the first ones; without ids that only programs need. */
export function listColumns(rows: readonly Fields[]): string[] {
  const names = [...new Set(rows.flatMap(Object.keys))];
  return names.filter((name) => {
    const values = rows.map((row) => row[name]).filter((value) => !isEmpty(value));
    return values.length > 0 && !(!shownIds.has(name) && values.every((value) => isId(name, value)));
  });
}

const mainNames = ["productName", "name", "title", "fullName", "slug"];

/** Which records a preview is about, in words: the product and its center, the course. */
export function nameRecords(preview: Fields): string[] {
  const main = [preview, preview["before"], preview["gift"], preview["registration"]]
    .filter(isFields)
    .flatMap((fields) => [...mainNames, "value"].map((name) => fields[name]))
    .find(isText);
  const centers = [preview, preview["from"], preview["to"]]
    .filter(isFields)
    .map(({ serviceCenterName }) => serviceCenterName);
  return [...new Set([main, ...centers].filter(isText))];
}
