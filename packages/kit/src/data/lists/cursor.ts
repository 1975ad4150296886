import { createHash } from "node:crypto";
import { Refusal } from "../../errors/refusal.js";

export type CursorValue = string | number | boolean | Date | null;

/** Writes and reads the cursors of one list. */
export interface CursorCodec {
  /** @param position the sort values of the last row that was shown */
  encode(position: readonly unknown[]): string;
  /**
   * @param length number of values in a position of this list
   * @throws Refusal invalid_cursor for a cursor of another list, or for one that we did not write
   */
  decode(cursor: string, length: number): CursorValue[];
}

/**
 * A cursor is the base64url of `[fingerprint of the list, ...position]` as JSON. The fingerprint keeps a cursor from being
 * used for another business, filter or order.
 * @param describeList text that differs for any two lists; called only when there is a cursor to write or to read
 */
export function createCursorCodec(describeList: () => string): CursorCodec {
  let known: string | undefined;
  const fingerprint = () =>
    (known ??= createHash("sha256").update(describeList()).digest("base64url").slice(0, fingerprintLength));
  return {
    encode: (position) =>
      Buffer.from(JSON.stringify([fingerprint(), ...position.map(toCursorJson)])).toString("base64url"),
    decode(cursor, length) {
      const [owner, ...position] = parseCursor(cursor);
      if (owner !== fingerprint() || position.length !== length) throw invalidCursor();
      return position.map(fromCursorJson);
    },
  };
}

const fingerprintLength = 12;

export function invalidCursor(): Refusal {
  return new Refusal("invalid_cursor", "The cursor does not belong to this list. Start again without a cursor.");
}

function toCursorJson(value: unknown): unknown {
  return value instanceof Date ? { date: value.getTime() } : (value ?? null);
}

/** Callers can send any text as a cursor: only plain values may get into a filter, never an operator. */
function fromCursorJson(value: unknown): CursorValue {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return isDate(value) ? new Date(value.date) : null;
}

function isDate(value: unknown): value is { date: number } {
  return typeof value === "object" && value !== null && "date" in value && typeof value.date === "number";
}

function parseCursor(cursor: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}
