import type { UnansweredStatus } from "../unanswered-call.js";

const retryMsMin = 100;
const retryMsMax = 500;

/*
 * The states of a replica. Each has the latest session, whose connection also carries the unary calls.
 *
 * | State    | What happens                                          | Next state                                         |
 * | -------- | ----------------------------------------------------- | -------------------------------------------------- |
 * | opening  | calls wait for the session                            | ready: accepted; failed: ended                     |
 * | ready    | the session takes calls                               | opening, on a new connection: ended                |
 * | failed   | no connection; the next attempt follows after a pause | retrying, on the same connection                   |
 * | retrying | attempts to connect; calls do not wait for it         | ready: accepted; failed, for a longer pause: ended |
 * | closed   | takes no calls; running ones are still answered       |                                                    |
 *
 * A session that is drained is followed by one on a new connection, and every state can be closed. Any other event is ignored, and so is each event of
 * an earlier session, which ends when its calls have ended.
 */

export type ReplicaState<Session> =
  | { kind: "opening" | "ready" | "closed"; session: Session }
  | { kind: "failed" | "retrying"; session: Session; failure: UnansweredStatus; retryMs: number };

export type ReplicaEvent<Session> =
  | { type: "accepted" | "drained"; session: Session }
  | { type: "ended"; session: Session; end: UnansweredStatus }
  | { type: "retry_due" }
  | { type: "closed" };

export type SessionToOpen = "on_new_connection" | "on_same_connection";

export function nextReplica<Session>(
  state: ReplicaState<Session>,
  event: ReplicaEvent<Session>,
): ReplicaState<Session | SessionToOpen> {
  const { session } = state;
  switch (event.type) {
    case "accepted":
      return isUnderWay(state, event.session) && state.kind !== "ready" ? { kind: "ready", session } : state;
    case "drained":
      return isUnderWay(state, event.session) ? { kind: "opening", session: "on_new_connection" } : state;
    case "ended": {
      if (!isUnderWay(state, event.session)) return state;
      if (state.kind === "ready") return { kind: "opening", session: "on_new_connection" };
      const retryMs = state.kind === "retrying" ? Math.min(2 * state.retryMs, retryMsMax) : retryMsMin;
      return { kind: "failed", session, failure: event.end, retryMs };
    }
    case "retry_due":
      return state.kind === "failed" ? { ...state, kind: "retrying", session: "on_same_connection" } : state;
    case "closed":
      return state.kind === "closed" ? state : { kind: "closed", session };
  }
}

function isUnderWay<Session>(state: ReplicaState<Session>, session: Session): boolean {
  return state.session === session && state.kind !== "failed" && state.kind !== "closed";
}
