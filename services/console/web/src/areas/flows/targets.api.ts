import { type Input, type Reply, useChange, useRecords } from "../../api/public-api.js";

export type Target = Reply<"flows", "getTarget">;

export const targetKinds = ["survey", "event"] as const satisfies readonly Target["kind"][];

export const useTargets = (filters: Omit<Input<"flows", "listTargets">, "limit" | "cursor">) =>
  useRecords(["flows", "targets"], filters, ({ flows }, input, settings) => flows.listTargets(input, settings));

export const useCreateTarget = (onDone: () => void) =>
  useChange(
    "flows",
    ({ flows }, input: Input<"flows", "createTarget">, options) => flows.createTarget(input, options),
    onDone,
  );

export const useUpdateTarget = (onDone: () => void) =>
  useChange(
    "flows",
    ({ flows }, input: Input<"flows", "updateTarget">, options) => flows.updateTarget(input, options),
    onDone,
  );

export const useDeleteTarget = (onDone: () => void) =>
  useChange("flows", ({ flows }, id: string, options) => flows.deleteTarget({ id }, options), onDone);
