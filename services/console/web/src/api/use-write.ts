import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import type { WriteOptions } from "@tenant-ops/client/session";
import { useRef } from "react";
import { TenantOpsError } from "./errors.js";

export interface WriteSettings<Reply> {
  /** The lists and records that the write changes; they are read again. */
  changes?: readonly QueryKey[];
  onDone?: (reply: Reply) => void;
}

/**
 * A write of the application. While its outcome is unknown, sending the same input again uses the same idempotency key, so
 * that pressing the button twice writes once.
 */
export function useWrite<Input, Reply>(
  write: (input: Input, options: WriteOptions) => Promise<Reply>,
  { changes = [], onDone }: WriteSettings<Reply> = {},
) {
  const queries = useQueryClient();
  const unclear = useRef<{ input: string; idempotencyKey: string }>(undefined);
  return useMutation({
    mutationFn: (input: Input) => {
      const text = JSON.stringify(input) ?? "";
      const known = unclear.current?.input === text ? unclear.current.idempotencyKey : undefined;
      const idempotencyKey = known ?? crypto.randomUUID();
      unclear.current = { input: text, idempotencyKey };
      return write(input, { idempotencyKey });
    },
    onError: (error) => {
      if (!(error instanceof TenantOpsError && error.mayHaveWritten)) unclear.current = undefined;
    },
    onSuccess: async (reply) => {
      unclear.current = undefined;
      onDone?.(reply);
      await Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
}
