const windowMs = 1000;
const callsMin = 5;
const failingShareMin = 0.95;
const ejectionMs = 5000;
const ejectionMsMax = 30_000;

/**
 * A replica that fails nearly every call, for example because it cannot reach its database, gets no calls for a while: five seconds longer each time,
 * up to thirty.
 */
export interface ReplicaHealth {
  windowEnd: number;
  calls: number;
  failures: number;
  /** Times in a row that the replica failed again after its last pause. */
  ejections: number;
  ejectedUntil: number;
}

export const newReplica: ReplicaHealth = { windowEnd: 0, calls: 0, failures: 0, ejections: 0, ejectedUntil: 0 };

/**
 * The health after one more call. It is judged once a second.
 * @param now in milliseconds of `performance.now()`: a clock that is set back would prolong the pause
 */
export function countCall(health: ReplicaHealth, isFailure: boolean, now: number): ReplicaHealth {
  const current = now < health.windowEnd ? health : judge(health, now);
  return { ...current, calls: current.calls + 1, failures: current.failures + (isFailure ? 1 : 0) };
}

function judge(health: ReplicaHealth, now: number): ReplicaHealth {
  const { calls, failures, ejections, ejectedUntil } = health;
  const next = { windowEnd: now + windowMs, calls: 0, failures: 0 };
  if (calls < callsMin) return { ...next, ejections, ejectedUntil };
  if (failures < failingShareMin * calls) return { ...next, ejections: 0, ejectedUntil: 0 };
  const pauseMs = Math.min((ejections + 1) * ejectionMs, ejectionMsMax);
  return { ...next, ejections: ejections + 1, ejectedUntil: now + pauseMs };
}

export function isEjected({ ejectedUntil }: ReplicaHealth, now: number): boolean {
  return now < ejectedUntil;
}
