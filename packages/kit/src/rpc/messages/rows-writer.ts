import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { BinaryWriter } from "../../serialization/binary-writer.js";
import { createJsonRowsWriter } from "../../serialization/json-rows.js";
import type { RawPage } from "../../serialization/raw-rows.js";
import { createRowReader, type RowTarget, type RowValueKind } from "../../serialization/row-reader.js";
import { EncodedReply } from "../definition.js";

const writer = new BinaryWriter();

/** A field of an item. `absent`: the JSON of a value that a row does not have. */
interface PlannedField {
  name: string;
  stored: string;
  number: number;
  scalar: ScalarType;
  kind: RowValueKind;
  absent: string | undefined;
}

const kinds = new Map<ScalarType, { kind: RowValueKind; absent: string }>([
  [ScalarType.STRING, { kind: "text", absent: '""' }],
  [ScalarType.INT32, { kind: "int32", absent: "0" }],
  [ScalarType.BOOL, { kind: "boolean", absent: "false" }],
  [ScalarType.DOUBLE, { kind: "number", absent: "0" }],
]);

/**
 * Builds the function that makes the answer of a list (`items`, `count`, `hasMore`, `nextCursor`) from its rows: the bytes of the message for another
 * process, or the same as JSON for a caller in this one.
 * @param output whose items have texts, numbers and booleans only; dates become texts in ISO 8601
 * @param stored names of fields in the database, where they differ from those of the message
 * @throws Error for a message with other fields
 */
export function createRowsWriter<Output extends DescMessage>(
  output: Output,
  stored: Readonly<Record<string, string>>,
): (page: RawPage) => EncodedReply<Output> {
  const [items, count, hasMore, nextCursor] = ["items", "count", "hasMore", "nextCursor"].map((name) =>
    requireField(output, name),
  ) as [DescField, DescField, DescField, DescField];
  if (items.fieldKind !== "list" || items.listKind !== "message") throw new Error(`${items.toString()} is no list`);
  const fields = items.message.fields
    .toSorted((a, b) => a.number - b.number)
    .map((field) => planField(field, stored[field.localName] ?? field.localName));
  const writeMessage = createMessageRowsWriter(fields, { items, count, hasMore, nextCursor });
  const names = {
    items: items.jsonName,
    count: count.jsonName,
    hasMore: hasMore.jsonName,
    nextCursor: nextCursor.jsonName,
  };
  const hasEmptyCursor = nextCursor.presence === FeatureSet_FieldPresence.IMPLICIT;
  const writeJson = createJsonRowsWriter(fields, names, hasEmptyCursor, (written) => written.toBytes());
  return (page) =>
    new EncodedReply(
      () => writeMessage(page),
      () => writeJson(page),
    );
}

function requireField(schema: DescMessage, localName: string): DescField {
  const field = schema.fields.find((one) => one.localName === localName);
  if (!field) throw new Error(`${schema.typeName} has no field ${localName}`);
  return field;
}

function planField(field: DescField, stored: string): PlannedField {
  const planned = field.fieldKind === "scalar" ? kinds.get(field.scalar) : undefined;
  if (field.fieldKind !== "scalar" || !planned) throw new Error(`rows cannot be written to ${field.toString()}`);
  const absent = field.presence === FeatureSet_FieldPresence.IMPLICIT ? planned.absent : undefined;
  return { name: field.jsonName, stored, number: field.number, scalar: field.scalar, kind: planned.kind, absent };
}

function createMessageRowsWriter(
  fields: readonly PlannedField[],
  list: Record<"items" | "count" | "hasMore" | "nextCursor", DescField>,
): (page: RawPage) => Buffer {
  const readRow = createRowReader(fields);
  const row = new MessageRow(fields);
  const itemTag = (list.items.number << 3) | 2;
  return (page) => {
    writer.reset();
    const { bytes, starts } = page.rows;
    for (const rowStart of starts) {
      writer.writeVarint(itemTag);
      const start = writer.beginMessage();
      readRow(bytes, rowStart, row);
      writer.endMessage(start);
    }
    writer.writeVarint(list.count.number << 3);
    writer.writeInt32(starts.length);
    writer.writeVarint(list.hasMore.number << 3);
    writer.writeVarint(page.hasMore ? 1 : 0);
    if (page.nextCursor) {
      writer.writeVarint((list.nextCursor.number << 3) | 2);
      writer.writeString(page.nextCursor);
    }
    return writer.toBuffer();
  };
}

/** Writes the fields of one item after another. */
class MessageRow implements RowTarget {
  readonly #tags: readonly number[];
  readonly #isDouble: readonly boolean[];

  constructor(fields: readonly PlannedField[]) {
    this.#tags = fields.map(({ number }) => number << 3);
    this.#isDouble = fields.map(({ scalar }) => scalar === ScalarType.DOUBLE);
  }

  writeText(field: number, source: Buffer, start: number, length: number): void {
    writer.writeVarint((this.#tags[field] as number) | 2);
    writer.writeBytes(source, start, length);
  }

  writeNumber(field: number, value: number): void {
    const tag = this.#tags[field] as number;
    if (this.#isDouble[field]) {
      writer.writeVarint(tag | 1);
      writer.writeDouble(value);
    } else {
      writer.writeVarint(tag);
      writer.writeInt32(value);
    }
  }

  writeBoolean(field: number, value: boolean): void {
    writer.writeVarint(this.#tags[field] as number);
    writer.writeVarint(value ? 1 : 0);
  }

  writeAbsent(): void {
    // A message has no bytes for it.
  }
}
