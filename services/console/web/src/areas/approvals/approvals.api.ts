import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { getQueryKey, useCaller } from "../../api/business.js";
import { isCode } from "../../api/errors.js";
import { type Input, type Reply, useChangeBy, useRecord } from "../../api/public-api.js";

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

/** Decides one approval. When it has changed meanwhile, it is read again together with the refusal. */
export function useDecide(approvalId: string, onDone: (approval: Approval) => void) {
  const queries = useQueryClient();
  const { businessId } = useCaller();
  const queryKey = getQueryKey(["console", "getOwnApproval", { approvalId }], businessId);
  return useChangeBy(
    "console",
    async (client, decision: Decision, options) => {
      try {
        return await client.console.decideApproval({ approvalId, ...decision }, options);
      } catch (error) {
        if (changedMeanwhile.some((code) => isCode(error, code))) await queries.invalidateQueries({ queryKey });
        throw error;
      }
    },
    (approval) => {
      queries.setQueryData(queryKey, approval);
      onDone(approval);
    },
  );
}

/** Replaces the rules. When somebody has changed them meanwhile, they are read again together with the refusal. */
export function useSavePolicy(onSaved: () => void) {
  const queries = useQueryClient();
  const { businessId } = useCaller();
  const queryKey = getQueryKey(["console", "getApprovalPolicy", {}], businessId);
  return useChangeBy(
    "console",
    async (client, input: Input<"console", "setApprovalPolicy">, options) => {
      try {
        return await client.console.setApprovalPolicy(input, options);
      } catch (error) {
        if (isCode(error, "approval_policy_changed")) await queries.invalidateQueries({ queryKey });
        throw error;
      }
    },
    (policy) => {
      queries.setQueryData(queryKey, policy);
      onSaved();
    },
  );
}
