const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `5s,5m,2h` → milliseconds. @throws Error that names the part which is not a duration */
export function parseRetrySchedule(text: string): number[] {
  return text.split(",").map((part) => {
    const found = /^(\d+)(ms|s|m|h|d)$/.exec(part.trim());
    if (!found) throw new Error(`"${part.trim()}" is not a duration such as 5s, 5m or 2h`);
    return Number(found[1]) * unitMs[found[2] as keyof typeof unitMs];
  });
}

const retryAfterMaxMs = 6 * 3600 * 1000;
const jitter = 0.2;

export interface RetryRules {
  /** The pauses between attempts. */
  retryScheduleMs: readonly number[];
  now: Date;
  /** 0–1, decides the jitter. */
  random: number;
}

/** How an attempt ended, as far as the time of the next one depends on it. */
interface Answer {
  code?: number;
  retryAfter?: string | undefined;
}

/**
 * When the next attempt begins. Undefined when no attempt remains.
 * @param attempt how many attempts were made
 */
export function planRetry(attempt: number, answer: Answer, rules: RetryRules): Date | undefined {
  const pauseMs = rules.retryScheduleMs[attempt - 1];
  if (pauseMs === undefined) return undefined;
  // Jitter only makes the pause longer, because a receiver may rely on the schedule.
  const plannedMs = pauseMs * (1 + jitter * rules.random);
  return new Date(rules.now.getTime() + Math.max(plannedMs, toRetryAfterMs(answer, rules.now)));
}

/** The pause that a 429 or 503 asks for, in seconds or as a date, up to six hours. */
function toRetryAfterMs({ code, retryAfter }: Answer, now: Date): number {
  if ((code !== 429 && code !== 503) || !retryAfter) return 0;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), retryAfterMaxMs) : 0;
}
