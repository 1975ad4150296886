import { type DescField, type DescMessage, getOption, type MessageShape } from "@bufbuild/protobuf";
import { field as fieldRules } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { describeEntriesLength, describeTextLength, type ProblemList } from "../../errors/problems.js";

// Lengths are checked before anything else: every later check costs time per character and per entry.

/** What a field may hold at most. */
export interface LengthLimits {
  /** Entries of a list or of a map. */
  entriesMax: number;
  /** Characters of a text, or of each text in a list. */
  charactersMax: number;
}

/** Where the contract gives no limit: ids, cursors and dates are much shorter. */
const defaultLimits: LengthLimits = { entriesMax: 1000, charactersMax: 1000 };

/** The limits of a value that no field declares. */
export const getDefaultLimits = (): LengthLimits => defaultLimits;

const limitsByField = new WeakMap<DescField, LengthLimits>();

export function getLengthLimits(field: DescField): LengthLimits {
  const known = limitsByField.get(field);
  if (known) return known;
  const limits = { ...defaultLimits, ...readLimits(field) };
  limitsByField.set(field, limits);
  return limits;
}

function readLimits(field: DescField): Partial<LengthLimits> {
  const { type } = getOption(field, fieldRules);
  switch (type.case) {
    case "string":
      return toTextLimits(type.value);
    case "repeated": {
      const items = type.value.items?.type;
      return {
        ...(type.value.maxItems > 0n && { entriesMax: Number(type.value.maxItems) }),
        ...(items?.case === "string" && toTextLimits(items.value)),
      };
    }
    case "map":
      return type.value.maxPairs > 0n ? { entriesMax: Number(type.value.maxPairs) } : {};
    default:
      return {};
  }
}

function toTextLimits({ maxLen, len }: { maxLen: bigint; len: bigint }): Partial<LengthLimits> {
  const charactersMax = Number(maxLen > 0n ? maxLen : len);
  return charactersMax > 0 ? { charactersMax } : {};
}

/** Adds every text and list of a message that is too long. The entries of a list that is too long are not checked. */
export function findLengthProblems(
  schema: DescMessage,
  message: MessageShape<DescMessage>,
  problems: ProblemList,
  path = "",
): void {
  for (const field of schema.fields) {
    if (problems.isFull) return;
    const value: unknown = Reflect.get(message, field.localName);
    const fieldPath = path === "" ? field.name : `${path}.${field.jsonName}`;
    if (typeof value === "string") addTextProblem(field, value, fieldPath, problems);
    else if (Array.isArray(value)) findListProblems(field, value, fieldPath, problems);
    else if (field.fieldKind === "message" && isMessage(value)) {
      findLengthProblems(field.message, value, problems, fieldPath);
    }
  }
}

function findListProblems(field: DescField, entries: unknown[], path: string, problems: ProblemList): void {
  const problem = describeEntriesLength(getLengthLimits(field).entriesMax, entries.length);
  if (problem) return problems.add(path, problem);
  for (const [index, entry] of entries.entries()) {
    if (problems.isFull) return;
    if (typeof entry === "string") addTextProblem(field, entry, `${path}[${index}]`, problems);
    else if (field.message && isMessage(entry)) {
      findLengthProblems(field.message, entry, problems, `${path}[${index}]`);
    }
  }
}

function addTextProblem(field: DescField, text: string, path: string, problems: ProblemList): void {
  const problem = describeTextLength(getLengthLimits(field).charactersMax, text);
  if (problem) problems.add(path, problem);
}

function isMessage(value: unknown): value is MessageShape<DescMessage> {
  return typeof value === "object" && value !== null && "$typeName" in value;
}
