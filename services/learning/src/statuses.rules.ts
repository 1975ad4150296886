import { conflict } from "@tenant-ops/kit/errors";

/** Where a session can stand. */
export const statuses = ["in_progress", "exam", "completed", "certified", "failed"] as const;

export type SessionStatus = (typeof statuses)[number];

/** From each status, where a session may go. Nothing goes back, and nothing leaves `certified`. */
export const transitions: Readonly<Record<SessionStatus, readonly SessionStatus[]>> = {
  in_progress: ["exam", "completed"],
  exam: ["completed", "failed"],
  completed: ["certified"],
  certified: [],
  failed: ["exam"],
};

/** @throws Refusal illegal_transition for every step that is not in the table */
export function requireTransition(from: SessionStatus, to: SessionStatus): void {
  if (!transitions[from].includes(to)) throw illegalTransition(`A session cannot go from ${from} to ${to}.`);
}

export function illegalTransition(detail: string) {
  return conflict("illegal_transition", detail);
}
