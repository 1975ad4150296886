import { create } from "@bufbuild/protobuf";
import { type PersonNames, PersonNamesSchema } from "@tenant-ops/proto/common";
import type { IdentifierKind, PersonIdentifier } from "../data/data-life.types.js";

/** The names of a person as the rpcs between gateway and services have them. */
export function createPersonNames(identifiers: readonly PersonIdentifier[]): PersonNames {
  const listOf = (kind: IdentifierKind) => identifiers.filter((one) => one.kind === kind).map(({ value }) => value);
  return create(PersonNamesSchema, { emails: listOf("email"), userIds: listOf("userId"), phones: listOf("phone") });
}

/** The same names, first the e-mail addresses, then the user ids. @param names absent for none */
export function listPersonNames(names: PersonNames | undefined): PersonIdentifier[] {
  if (!names) return [];
  const listOf = (kind: IdentifierKind, values: readonly string[]) => values.map((value) => ({ kind, value }));
  return [...listOf("email", names.emails), ...listOf("userId", names.userIds), ...listOf("phone", names.phones)];
}
