/*
 * The states of a session stream at its server.
 *
 * | State    | What happens                                              | Next state                                     |
 * | -------- | --------------------------------------------------------- | ---------------------------------------------- |
 * | serving  | runs calls                                                | draining: asked to; closing: the client ended  |
 * | draining | the client was asked for another stream; calls still run  | closing: the client has ended its side         |
 * | closing  | no further calls come; the running ones end               | finished: none is left                         |
 * | finished | this side has ended as well                               |                                                |
 * | aborted  | the stream was cancelled or malformed                     |                                                |
 *
 * A cancelled or malformed stream is aborted in every state that has calls. Any other event is ignored.
 */

/** `calls`: the running ones. */
export type ServerSessionState<Call> =
  | { kind: "serving" | "draining" | "closing"; calls: Map<number, Call> }
  | { kind: "finished" | "aborted"; calls: undefined };

/** `emptied`: no call is left. */
export type ServerSessionEvent = { type: "drained" | "client_ended" | "emptied" | "aborted" };

export function nextServerSession<Call>(
  state: ServerSessionState<Call>,
  { type }: ServerSessionEvent,
): ServerSessionState<Call> {
  if (!state.calls) return state;
  const { kind, calls } = state;
  switch (type) {
    case "drained":
      return kind === "serving" ? { kind: "draining", calls } : state;
    case "client_ended":
      return kind === "closing" ? state : { kind: "closing", calls };
    case "emptied":
      return kind === "closing" ? { kind: "finished", calls: undefined } : state;
    case "aborted":
      return { kind: "aborted", calls: undefined };
  }
}
