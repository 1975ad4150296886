import type { ListedApproval } from "./approvals.api.js";
import { type Change, type Fields, isId, isSame, listDifferences, type Path } from "./preview.rules.js";

type Approver = { personId: string };

export const hasApproved = (decisions: ListedApproval["decisions"], { personId }: Approver): boolean =>
  decisions.some((one) => one.personId === personId && one.decision === "approve");

/** Whether this person may approve it together with others: a passkey confirms exactly one. */
export const isChoosable = ({ status, needs, decisions }: ListedApproval, approver: Approver): boolean =>
  status === "pending" && needs !== "one_with_proof" && !hasApproved(decisions, approver);

export type ArgumentValue = string | number | boolean;

/** Arguments that a form can show. The ids of records stay as they are: a person would have to know others. */
export function listEditable(given: Fields): [name: string, value: ArgumentValue][] {
  return Object.entries(given).filter(
    (entry): entry is [string, ArgumentValue] =>
      ["string", "number", "boolean"].includes(typeof entry[1]) && !isId(...entry) && entry[0] !== "proposal_token",
  );
}

/** The name under which a tool takes an argument: `stock_id`. */
const toArgumentName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What the agent should propose: its arguments with what was changed; undefined when nothing was. */
export function toSuggestion<Value>(
  given: Readonly<Record<string, Value>>,
  edited: Readonly<Record<string, ArgumentValue | undefined>>,
): Record<string, Value | ArgumentValue> | undefined {
  const changed = Object.entries(edited).filter(
    (entry): entry is [string, ArgumentValue] => entry[1] !== undefined && !isSame(entry[1], given[entry[0]]),
  );
  if (changed.length === 0) return undefined;
  const all = Object.entries<Value | ArgumentValue>({ ...given, ...Object.fromEntries(changed) });
  return Object.fromEntries(all.map(([name, value]) => [toArgumentName(name), value]));
}

/** What a suggestion changes of the arguments, however both write their names. */
export function listSuggested(given: Fields, suggested: Fields): readonly Change[] {
  const known = toFieldKeys(given);
  const wanted = toFieldKeys(suggested);
  const before = Object.entries(known).filter(([name]) => name in wanted);
  return listDifferences(Object.fromEntries(before), wanted);
}

const toFieldKeys = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [toFieldKey(name), value]));

/** The name of a field in the words of the page: `stock_before` and `stockBefore` are one. */
export const toFieldKey = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

export const isDateTime = (name: string, value: unknown): value is string =>
  toFieldKey(name).endsWith("At") &&
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value);

/** Fields whose values are codes of the server; where others have the same name, with the field around it. */
const codeFields = new Set([
  "authType",
  "redirectType",
  "redirect.type",
  "registrationFields.type",
  "typeOfGift.name",
  "typeOfRoulette.name",
  "status",
  "previousStatus",
  "outcome",
  "criticality",
  "timeUnit",
  "reason",
  "targetStatus",
]);

export function hasCodes(path: Path): boolean {
  const fields = path.filter((name) => !name.startsWith("#")).map(toFieldKey);
  return codeFields.has(fields.at(-1) ?? "") || codeFields.has(fields.slice(-2).join("."));
}
