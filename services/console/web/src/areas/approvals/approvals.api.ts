import { useRef } from "react";
import { type Input, type Reply, useRecord } from "../../api/public-api.js";
import { useSharedChange } from "../../api/use-shared-change.js";

export type Approval = Reply<"console", "getOwnApproval">;
export type ListedApproval = Reply<"console", "listOwnApprovals">["items"][number];
export type Status = Approval["status"];
export type Policy = Reply<"console", "getApprovalPolicy">;
export type Rule = Policy["rules"][number];
export type Decision = Omit<Input<"console", "decideApproval">, "approvalId">;

/** How often what waits is read again while the page is visible. */
export const waitingMs = 30_000;
/** After the decision, until it has ended. */
const followMs = 1000;
export const followMaxMs = 60_000;

/** One approval. After the decision it is read every second until it has ended, at most for a minute. */
export function useApproval(approvalId: string) {
  const followedSince = useRef<number>(undefined);
  return useRecord(
    "console",
    "getOwnApproval",
    { approvalId },
    {
      refetchMs: (last) => {
        if (last?.status === "pending") return waitingMs;
        if (last?.status !== "approved") return false;
        followedSince.current ??= Date.now();
        return Date.now() - followedSince.current < followMaxMs && followMs;
      },
    },
  );
}

/** After these the page shows something else, or must not be shown any more. */
const changedMeanwhile = [
  "approval_changed",
  "approval_decided",
  "approval_needs_proof",
  "approval_needs_another_person",
  "approval_not_found",
];

/** Decides one approval. */
export const useDecide = (approvalId: string, onDone: () => void) =>
  useSharedChange(["console", "getOwnApproval", { approvalId }], {
    write: ({ console }, decision: Decision, options) => console.decideApproval({ approvalId, ...decision }, options),
    changedMeanwhile,
    onDone,
  });

/** Replaces the rules. */
export const useSavePolicy = (onDone: () => void) =>
  useSharedChange(["console", "getApprovalPolicy", {}], {
    write: ({ console }, input: Input<"console", "setApprovalPolicy">, options) =>
      console.setApprovalPolicy(input, options),
    changedMeanwhile: ["approval_policy_changed"],
    onDone,
  });
