import fc, { type Arbitrary } from "fast-check";
import { newId } from "@tenant-ops/kit/data";
import type { JsonValue } from "@tenant-ops/rest/openapi";

/** The newest ids per name; older records may be deleted. */
const keptMax = 20;

/** The ids that answers have shown, by the name under which other requests take them, such as `stockId`. */
export class RecordPool {
  readonly #values = new Map<string, string[]>();
  readonly #protected = new Set<string>();

  /** @param path of the operation that answered: `_id` of a record below `/v1/public/supply/stocks` is a `stockId` */
  learn(path: string, answer: unknown): void {
    this.#walk(nameRecord(path), answer);
  }

  /** Ids that no request may name, such as the key that the test itself uses. */
  protect(...values: string[]): void {
    for (const value of values) this.#protected.add(value);
  }

  add(name: string, value: string): void {
    // The redirect of a flow to an address has an empty targetId.
    if (value === "" || this.#protected.has(value)) return;
    const before = (this.#values.get(name) ?? []).filter((one) => one !== value);
    this.#values.set(name, [...before, value].slice(-keptMax));
  }

  list(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  /** Values for a field of a body or a parameter of a query. */
  readonly find = (name: string): Arbitrary<JsonValue> | undefined => {
    if (name === "slug") return fc.integer({ min: 0, max: 2 ** 31 }).map((at) => `word-${at}-${Date.now() % 1e6}`);
    if (!/(?:Id|_id)$/.test(name)) return undefined;
    const known = this.list(toFieldName(name));
    return known.length > 0 ? fc.constantFrom(...known) : undefined;
  };

  /**
   * The value of a parameter in a path: of a record of this kind, or an id that belongs to no record.
   * @param turn 0 for the newest record, 1 for the one before it
   */
  getPathValue(path: string, name: string, turn: number): string {
    const before = path.slice(0, path.indexOf(`/{${name}}`));
    const known = this.list(name === "id" ? nameRecord(before) : toFieldName(name));
    return known.at(-1 - (turn % Math.max(known.length, 1))) ?? newId("none");
  }

  #walk(recordName: string, value: unknown): void {
    if (Array.isArray(value)) return value.forEach((entry) => this.#walk(recordName, entry));
    if (typeof value !== "object" || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner !== "string") this.#walk(name === "items" ? recordName : "", inner);
      else if (name === "_id" && recordName !== "") this.add(recordName, inner);
      else if (name === "slug" || /(?:Id|_id)$/.test(name)) this.add(toFieldName(name), inner);
    }
  }
}

/** `/v1/public/supply/center-stocks/{id}` → `centerStockId`. */
function nameRecord(path: string): string {
  const nouns = path.split("/").filter((part) => part !== "" && !part.startsWith("{"));
  const singular = (nouns.at(-1) ?? "").replace(/ies$/, "y").replace(/s$/, "");
  return `${singular.replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())}Id`;
}

/** `item_id` → `itemId`. */
function toFieldName(name: string): string {
  return name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
}
