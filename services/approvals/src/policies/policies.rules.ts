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
    const unmeasured = concerned.filter(({ measure }) => !measure);
    if (rule.atLeast !== null && unmeasured.length === concerned.length)
      throw invalid(`${path}.atLeast`, "compares a number, and these tools have none.");
  });
}

/** The tools that a rule is about. A number is compared only where a preview has one: a rule with a number leaves the other tools alone. */
export function listTools({ tools: named, areas, irreversible, atLeast }: Rule): CatalogTool[] {
  const isChosen = ({ name, area, irreversible: isFinal }: CatalogTool) =>
    named.includes(name) || areas.some((chosen) => chosen === area) || (irreversible && isFinal);
  return writers.filter((tool) => isChosen(tool) && (atLeast === null || tool.measure !== undefined));
}

/** @param measured the number of the preview; null where it has none */
export function findRule(
  rules: readonly Rule[],
  { tool, callerId, measured }: { tool: string; callerId: string; measured: number | null },
): Rule | undefined {
  return rules.find(
    (rule) =>
      isForCaller(rule, callerId) && isForNumber(rule, measured) && listTools(rule).some(({ name }) => name === tool),
  );
}

export const isForCaller = ({ callers }: Rule, callerId: string): boolean =>
  callers.length === 0 || callers.includes(callerId);

export const isForNumber = ({ atLeast }: Rule, measured: number | null): boolean =>
  atLeast === null || (measured !== null && Math.abs(measured) >= atLeast);

/** @throws Refusal approval_policy_changed */
export function requireVersion(current: number, given: number): void {
  if (current !== given) throw createPolicyChanged(current, given);
}

export const createPolicyChanged = (current: number, given: number): Refusal =>
  new Refusal("approval_policy_changed", `The rules have version ${current}, and version ${given} was read.`);
