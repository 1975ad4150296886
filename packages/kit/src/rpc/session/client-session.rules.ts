import type { UnansweredStatus } from "../unanswered-call.js";

/*
 * The states of a session stream at its client.
 *
 * | State     | What happens                                   | Next state                                        |
 * | --------- | ---------------------------------------------- | ------------------------------------------------- |
 * | opening   | the server has not accepted the stream yet     | ready: it has; finishing: this process closes it  |
 * | ready     | takes calls                                    | draining: the server or this process closes it    |
 * | draining  | takes no further calls; the running ones end   | finishing: none is left                           |
 * | finishing | this side has ended; the server ends its own   |                                                   |
 * | ended     | the stream is over, and its calls have failed  |                                                   |
 *
 * The end of the stream leads from every state to ended. Any other event is ignored: it was on its way when the state began.
 */

/** `calls`: the unanswered ones. */
export type ClientSessionState<Call> =
  | { kind: "opening" | "finishing"; calls: undefined }
  | { kind: "ready" | "draining"; calls: Map<number, Call> }
  | { kind: "ended"; calls: undefined; end: UnansweredStatus };

export type ClientSessionEvent =
  | { type: "accepted" }
  | { type: "drained" }
  /** No call is left. */
  | { type: "emptied" }
  | { type: "ended"; end: UnansweredStatus };

export function nextClientSession<Call>(
  state: ClientSessionState<Call>,
  event: ClientSessionEvent,
): ClientSessionState<Call> {
  switch (event.type) {
    case "accepted":
      return state.kind === "opening" ? { kind: "ready", calls: new Map() } : state;
    case "drained":
      if (state.kind === "opening") return { kind: "finishing", calls: undefined };
      return state.kind === "ready" ? { kind: "draining", calls: state.calls } : state;
    case "emptied":
      return state.kind === "draining" ? { kind: "finishing", calls: undefined } : state;
    case "ended":
      return state.kind === "ended" ? state : { kind: "ended", calls: undefined, end: event.end };
  }
}
