import type { DimensionValues } from "@tenant-ops/kit/data";
import { type agentCalls, amountSteps, durationBuckets } from "@tenant-ops/rest/analytics";

type Dimension = (typeof agentCalls.dimensions)[number];

/** What a call is counted by. */
export type CallDimensions = DimensionValues<Dimension>;

/** The value of a dimension for all that is not kept by its own name. */
export const otherValue = "other";

/** A call of a tool that has ended. */
export interface EndedCall {
  /** `ok` or an error code. */
  code: string;
  isWrite: boolean;
  /** The answer is the stored one of an earlier call. */
  isRepeated: boolean;
  /** It sent the token of a preview. */
  hasProposal: boolean;
  /** Absent when it was refused before it began. */
  durationMs?: number;
  /** Of a preview: the number that rules of approvals compare. */
  measured?: number | undefined;
}

/** What one call adds to the counters. */
export function toCallCounts(call: EndedCall): Record<string, number> {
  const isOk = call.code === "ok";
  const isWritten = isOk && call.isWrite && !call.isRepeated;
  const counts: Record<string, number> = {
    calls: 1,
    ...(!isOk && { refused: 1 }),
    ...(isOk && call.isRepeated && { repeated: 1 }),
    ...(isWritten && { writes: 1 }),
    ...(isWritten && call.hasProposal && { approvals: 1 }),
  };
  if (call.durationMs !== undefined) counts[findBucket(call.durationMs)] = 1;
  const step = call.measured === undefined ? undefined : findStep(call.measured);
  if (step) counts[step] = 1;
  return counts;
}

function findBucket(durationMs: number): string {
  const found = durationBuckets.find(({ to }) => durationMs <= to) ?? durationBuckets.at(-1);
  if (!found) throw new Error("the histogram has no bucket");
  return found.counter;
}

/** A rule compares the number without its sign. @returns undefined for 0 */
function findStep(measured: number): string | undefined {
  const amount = Math.abs(measured);
  return amountSteps.findLast(({ from }) => from <= amount)?.counter;
}

/** The first part of what a program says about itself: letters, digits and a few signs, so that no long text is kept. */
const namePattern = /^[\p{L}\p{N}@._ /-]{1,40}/u;
const productPattern = /^[\p{L}\p{N}@._-]{1,40}/u;
/** An e-mail address, or enough digits for a phone: a program has neither in its name, and a counter must not name a person. */
const personPattern = /[^\s@]@|\d{6}/;

/**
 * The name of the program that calls.
 * @param clientName what the request says by the MCP (`clientInfo.name`); absent before protocol 2026-07-28
 * @param userAgent the header, whose first product is used instead: `claude-code/2.1 (cli)` is `claude-code`
 */
export function toClientName(clientName: string | undefined, userAgent: string | undefined): string {
  const [told, pattern] = clientName ? [clientName, namePattern] : [userAgent ?? "", productPattern];
  if (told === "") return "";
  const name = pattern.exec(told)?.[0].trim() ?? "";
  return name === "" || personPattern.test(name) ? otherValue : name;
}
