import { newId, type Scope, toLocalDay, type WriteScope } from "@tenant-ops/kit/data";
import type { IndexDescription } from "mongodb";
import { type GetUsed, type Rule } from "../policies/policies.rules.js";

/** How much of the daily allowance of a rule agents have used on a day. */
export interface Allowance {
  _id: string;
  /** Of the business: `2026-11-22`. */
  day: string;
  /** Name of the rule. */
  rule: string;
  used: number;
  startedAt: Date;
}

/** A day has ended everywhere after two. */
export const keptDays = 2;

export const allowanceIndexes: IndexDescription[] = [
  { key: { businessId: 1, day: 1, rule: 1 }, unique: true },
  { key: { startedAt: 1 }, expireAfterSeconds: keptDays * 24 * 60 * 60 },
];

const allowances = (scope: Scope) => scope.collection<Allowance>("allowances");
const getDay = ({ now, call }: Scope): string => toLocalDay(now, call.timeZone);

/** What is used up today. Rules without a daily allowance cause no read. */
export async function readUsed(scope: Scope, rules: readonly Rule[]): Promise<GetUsed> {
  if (rules.every(({ dailyAllowance }) => dailyAllowance === null)) return () => 0;
  const found = await allowances(scope).find({ day: getDay(scope) });
  const used = new Map(found.map((one) => [one.rule, one.used]));
  return ({ name }) => used.get(name) ?? 0;
}

/** Adds to what is used up today. @param used what was read in the same transaction */
export async function addUsed(scope: WriteScope, rule: string, used: number, amount: number): Promise<void> {
  const day = getDay(scope);
  if (used > 0) await allowances(scope).updateOne({ day, rule }, { $inc: { used: amount } });
  else await allowances(scope).insertOne({ _id: newId("alw"), day, rule, used: amount, startedAt: scope.now });
}
