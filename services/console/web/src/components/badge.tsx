import type { ReactNode } from "react";

export type BadgeKind = "good" | "warn" | "bad" | "neutral" | "info";

/** A state in a word. The colour repeats what the word says. */
export function Badge({ kind, children }: { kind: BadgeKind; children: ReactNode }) {
  return <span className={`badge ${kind}`}>{children}</span>;
}
