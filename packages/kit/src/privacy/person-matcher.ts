import type { Document } from "mongodb";
import type { IdentifierKind, PersonIdentifier, PersonRole } from "../data/data-life.types.js";

/** Recognises the values of one person, in MongoDB and in memory by the same expressions. */
export interface PersonMatcher {
  /** Whether a value names the person; a value that may be of several kinds is compared as each of them. */
  isOfPerson: (value: unknown, kinds?: readonly IdentifierKind[]) => boolean;
  /** The records in which a field of these roles names the person. */
  toFilter: (roles: readonly PersonRole[]) => Document;
}

const allKinds: readonly IdentifierKind[] = ["email", "userId", "phone"];

/** E-mail addresses are compared without regard to case, phone numbers by their digits, user ids as they are. */
export function createPersonMatcher(identifiers: readonly PersonIdentifier[]): PersonMatcher {
  const expressions = new Map(allKinds.map((kind) => [kind, toExpressions(identifiers, kind)]));
  const expressionsOf = (kinds: readonly IdentifierKind[]) => kinds.flatMap((kind) => expressions.get(kind) ?? []);
  return {
    isOfPerson: (value, kinds = allKinds) =>
      typeof value === "string" && expressionsOf(kinds).some((expression) => expression.test(value)),
    toFilter: (roles) => ({
      $or: roles.flatMap(({ identifiedBy, erased = {} }) =>
        Object.entries(identifiedBy).map(([path, kinds]) => ({
          ...toCondition(path, expressionsOf(kinds)),
          ...(path === "_id" &&
            Object.fromEntries(Object.entries(erased).map(([field, value]) => [field, { $ne: value }]))),
        })),
      ),
    }),
  };
}

function toExpressions(identifiers: readonly PersonIdentifier[], kind: IdentifierKind): RegExp[] {
  return identifiers.flatMap(({ kind: given, value }) => {
    // Many businesses use the e-mail address as user id.
    const isEmail = given === "email" || (given === "userId" && value.includes("@"));
    if (isEmail && kind !== "phone") return [new RegExp(`^\\s*${escapeExpression(value.trim())}\\s*$`, "i")];
    if (given !== kind) return [];
    return [kind === "phone" ? toPhoneExpression(value) : new RegExp(`^${escapeExpression(value)}$`)];
  });
}

/** The same digits, however they are grouped. */
function toPhoneExpression(value: string): RegExp {
  return new RegExp(
    `^\\D*${value
      .replaceAll(/\D/g, "")
      .split("")
      .join(String.raw`\D*`)}\\D*$`,
  );
}

export function escapeExpression(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}

function toCondition(path: string, expressions: readonly RegExp[]): Document {
  if (!path.endsWith(".*")) return { [path]: { $in: [...expressions] } };
  const values = { $objectToArray: { $ifNull: [`$${path.slice(0, -2)}`, {}] } };
  const matches = expressions.map((regex) => ({ $regexMatch: { input: "$$entry.v", regex } }));
  const isText = { $eq: [{ $type: "$$entry.v" }, "string"] };
  const test = { $and: [isText, { $or: matches }] };
  return { $expr: { $anyElementTrue: [{ $map: { input: values, as: "entry", in: test } }] } };
}
