import { status } from "@grpc/grpc-js";
import type { UnansweredStatus } from "../unanswered-call.js";

/** How often a name is resolved at most, however many calls find no replica. */
const resolveMsMin = 500;

/*
 * The states of the replicas of a service: `resolving` from the begin of a name resolution until its end, else `idle`, until the pool is `closed`.
 */

/** `failure`: why calls fail when no replica is known. */
export type ReplicaPoolState =
  | { kind: "idle" | "resolving"; begunAt: number; failure?: UnansweredStatus | undefined }
  | { kind: "closed"; failure: UnansweredStatus };

/** The times are those of `performance.now()`. */
export type ReplicaPoolEvent =
  /** The period has ended. */
  | { type: "due"; now: number }
  /** A call found no replica. */
  | { type: "needed"; now: number }
  | { type: "resolved" }
  | { type: "failed"; error: unknown }
  | { type: "closed" };

export function nextReplicaPool(state: ReplicaPoolState, event: ReplicaPoolEvent): ReplicaPoolState {
  if (state.kind === "closed") return state;
  switch (event.type) {
    case "due":
      return state.kind === "idle" ? { ...state, kind: "resolving", begunAt: event.now } : state;
    case "needed":
      return event.now - state.begunAt > resolveMsMin ? nextReplicaPool(state, { ...event, type: "due" }) : state;
    case "resolved":
      return state.kind === "resolving" ? { ...state, kind: "idle" } : state;
    case "failed":
      return state.kind === "resolving"
        ? { ...state, kind: "idle", failure: unavailable(`Name resolution failed: ${String(event.error)}`) }
        : state;
    case "closed":
      return { kind: "closed", failure: unavailable("No connection established: the client is closed") };
  }
}

function unavailable(details: string): UnansweredStatus {
  return { code: status.UNAVAILABLE, details, wasNotStarted: true };
}
