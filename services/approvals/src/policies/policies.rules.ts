import { invalid, Refusal } from "@tenant-ops/kit/errors";
import { type CatalogTool, tools } from "@tenant-ops/proto";
import type { ApprovalRule } from "@tenant-ops/rest/approvals";

/** When people have to approve what agents want to write. The first rule of a policy that applies counts. */
export type Rule = ApprovalRule;

export interface Policy {
  /** Its business has one. */
  _id: string;
  /** Increased by each change; the first one has the version 1. */
  version: number;
  rules: Rule[];
  updatedAt: Date;
  /** Id of the person. */
  updatedBy: string;
  /** Whether accounts, and with it the gateways, know of this version. */
  isAnnounced: boolean;
}

export const noPolicy = { version: 0, rules: [] as Rule[] };

const writers: readonly CatalogTool[] = tools.filter(({ isWrite }) => isWrite);
const writersByName = new Map(writers.map((tool) => [tool.name, tool]));

export const findWriter = (name: string): CatalogTool | undefined => writersByName.get(name);

/** For a name that the gateway has sent. */
export function requireWriter(name: string): CatalogTool {
  const tool = findWriter(name);
  if (!tool) throw new Error(`${name} is no tool that writes`);
  return tool;
}

/** @throws Refusal invalid_argument */
export function requireRules(rules: readonly Rule[]): void {
  rules.forEach((rule, index) => {
    const path = `rules[${index}]`;
    const unknown = rule.tools.findIndex((name) => !writersByName.has(name));
    if (unknown >= 0) throw invalid(`${path}.tools[${unknown}]`, "is no tool that writes.");
    const concerned = listTools(rule);
    if (concerned.length === 0) throw invalid(`${path}.tools`, "names no tool: choose tools or an area.");
    const number = rule.atLeast === null ? "dailyAllowance" : "atLeast";
    if (comparesNumber(rule) && concerned.every(({ measure }) => !measure))
      throw invalid(`${path}.${number}`, "compares a number, and these tools have none.");
    requireAllowance(rule, rules, path);
  });
}

/** @throws Refusal invalid_argument */
function requireAllowance(rule: Rule, rules: readonly Rule[], path: string): void {
  if (rule.dailyAllowance === null) return;
  if (rule.atLeast !== null) throw invalid(`${path}.dailyAllowance`, "cannot be set with atLeast: make two rules.");
  const units = new Set(listTools(rule).map(({ measure }) => measure?.unit));
  if (units.size > 1)
    throw invalid(
      `${path}.dailyAllowance`,
      `adds up numbers, and these tools have several units: ${[...units].join(", ")}.`,
    );
  if (rules.some((other) => other !== rule && other.dailyAllowance !== null && other.name === rule.name))
    throw invalid(`${path}.name`, "is that of another rule with a daily allowance, whose use is counted by this name.");
}

export const comparesNumber = ({ atLeast, dailyAllowance }: Pick<Rule, "atLeast" | "dailyAllowance">): boolean =>
  atLeast !== null || dailyAllowance !== null;

/** The tools that a rule is about. A number is compared only where a preview has one: a rule with a number leaves the other tools alone. */
export function listTools(rule: Rule): CatalogTool[] {
  const { tools: named, areas, irreversible } = rule;
  const isChosen = ({ name, area, irreversible: isFinal }: CatalogTool) =>
    named.includes(name) || areas.some((chosen) => chosen === area) || (irreversible && isFinal);
  return writers.filter((tool) => isChosen(tool) && (tool.measure !== undefined || !comparesNumber(rule)));
}

/** A write about which rules decide. */
export interface Asked {
  tool: string;
  callerId: string;
  /** The number of the preview; null where it has none. */
  measured: number | null;
}

/** How much of the daily allowance of a rule is used up today. */
export type GetUsed = (rule: Rule) => number;

/** For what is held already: an allowance that was used up then does not let it through later. */
export const allUsed: GetUsed = () => Infinity;

/** The rule that asks for people. */
export const findRule = (rules: readonly Rule[], asked: Asked, getUsed: GetUsed): Rule | undefined =>
  rules.find((rule) => isAbout(rule, asked) && isForNumber(rule, asked.measured, getUsed(rule)));

/** The rules whose daily allowance this write uses. */
export const listAllowances = (rules: readonly Rule[], asked: Asked): Rule[] =>
  rules.filter((rule) => rule.dailyAllowance !== null && isAbout(rule, asked));

const isAbout = (rule: Rule, { tool, callerId }: Asked): boolean =>
  isForCaller(rule, callerId) && listTools(rule).some(({ name }) => name === tool);

export const isForCaller = ({ callers }: Rule, callerId: string): boolean =>
  callers.length === 0 || callers.includes(callerId);

/** @param used of the daily allowance, today */
export function isForNumber({ atLeast, dailyAllowance }: Rule, measured: number | null, used: number): boolean {
  if (atLeast === null && dailyAllowance === null) return true;
  if (measured === null) return false;
  return atLeast === null ? used + Math.abs(measured) > (dailyAllowance ?? 0) : Math.abs(measured) >= atLeast;
}

/** @throws Refusal approval_policy_changed */
export function requireVersion(current: number, given: number): void {
  if (current !== given) throw createPolicyChanged(current, given);
}

export const createPolicyChanged = (current: number, given: number): Refusal =>
  new Refusal("approval_policy_changed", `The rules have version ${current}, and version ${given} was read.`);
