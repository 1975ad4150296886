import { type JsonBytes, JsonOutput, toJsonBytes } from "./json-output.js";
import type { RawPage } from "./raw-rows.js";
import { createRowReader, type RowTarget, type RowValueKind } from "./row-reader.js";

/** A field of the items of a list. */
export interface JsonRowField {
  /** Its name in the answer. */
  name: string;
  stored: string;
  kind: RowValueKind;
  /** The JSON of a value that a row does not have; undefined leaves out the name too. */
  absent?: string | undefined;
}

/** What the fields of the answer of a list are called. */
export interface ListNames {
  items: string;
  count: string;
  hasMore: string;
  nextCursor: string;
}

/** One for all lists: writing is synchronous. */
const output = new JsonOutput();

/**
 * Builds the function that writes the answer of a list as JSON from its rows.
 * @param hasEmptyCursor whether the last page has an empty cursor instead of none
 * @param take copies what was written
 */
export function createJsonRowsWriter<Copy>(
  fields: readonly JsonRowField[],
  names: ListNames,
  hasEmptyCursor: boolean,
  take: (written: JsonOutput) => Copy,
): (page: RawPage) => Copy {
  const readRow = createRowReader(fields);
  const row = new JsonRow(fields);
  const [begin, count, hasMore, nextCursor] = [
    `{${toName(names.items)}[`,
    `],${toName(names.count)}`,
    `,${toName(names.hasMore)}`,
    `,${toName(names.nextCursor)}`,
  ].map(toJsonBytes) as [JsonBytes, JsonBytes, JsonBytes, JsonBytes];
  return (page) => {
    const { bytes, starts } = page.rows;
    output.reset();
    output.writeJson(begin, false);
    for (let index = 0; index < starts.length; index += 1) {
      output.writeAscii(index === 0 ? "{" : ",{");
      row.begin();
      readRow(bytes, starts[index] as number, row);
      output.writeAscii("}");
    }
    output.writeJson(count, false);
    output.writeNumber(starts.length);
    output.writeJson(hasMore, false);
    output.writeAscii(String(page.hasMore));
    if (page.nextCursor || hasEmptyCursor) {
      output.writeJson(nextCursor, false);
      output.writeJson(toJsonBytes(JSON.stringify(page.nextCursor ?? "")), false);
    }
    output.writeAscii("}");
    return take(output);
  };
}

const toName = (name: string) => `${JSON.stringify(name)}:`;

/** Writes the fields of one item after another. */
class JsonRow implements RowTarget {
  readonly #names: readonly JsonBytes[];
  readonly #absent: readonly (JsonBytes | undefined)[];
  #isFirst = true;

  constructor(fields: readonly JsonRowField[]) {
    this.#names = fields.map(({ name }) => toJsonBytes(toName(name)));
    this.#absent = fields.map(({ absent }) => (absent === undefined ? undefined : toJsonBytes(absent)));
  }

  begin(): void {
    this.#isFirst = true;
  }

  writeText(field: number, source: Buffer, start: number, length: number): void {
    this.#writeName(field);
    if (!output.writeString(source, start, length)) throw new Error("a text of a row is not UTF-8");
  }

  writeNumber(field: number, value: number): void {
    this.#writeName(field);
    output.writeNumber(value);
  }

  writeBoolean(field: number, value: boolean): void {
    this.#writeName(field);
    output.writeAscii(value ? "true" : "false");
  }

  writeAbsent(field: number): void {
    const absent = this.#absent[field];
    if (absent === undefined) return;
    this.#writeName(field);
    output.writeJson(absent, false);
  }

  #writeName(field: number): void {
    output.writeJson(this.#names[field] as JsonBytes, !this.#isFirst);
    this.#isFirst = false;
  }
}
