import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import type { WriteOptions } from "@tenant-ops/client/session";
import { getQueryKey, useCaller } from "./business.js";
import type { Client } from "./client.js";
import { isCode } from "./errors.js";
import { useChangeBy } from "./public-api.js";

interface SharedChange<Value, Answer> {
  write: (client: Client, input: Value, options: WriteOptions) => Promise<Answer>;
  /** Codes of refusals after which the page must show something else. */
  changedMeanwhile: readonly string[];
  /** Gets the record as it is after such a refusal. */
  onChangedMeanwhile?: (newest: Answer) => void;
  onDone: (answer: Answer) => void;
}

/**
 * A write that answers with a record which others may have changed meanwhile: it is then read again together with the refusal, so that a person
 * cannot agree to what is not shown.
 * @param key of the record: area, operation and input
 */
export function useSharedChange<Value, Answer>(
  key: readonly [keyof Client, ...QueryKey],
  { write, changedMeanwhile, onChangedMeanwhile, onDone }: SharedChange<Value, Answer>,
) {
  const queries = useQueryClient();
  const queryKey = getQueryKey(key, useCaller().businessId);
  return useChangeBy(
    key[0],
    async (client, input: Value, options) => {
      try {
        return await write(client, input, options);
      } catch (error) {
        if (changedMeanwhile.some((code) => isCode(error, code))) {
          await queries.invalidateQueries({ queryKey });
          const newest = queries.getQueryData<Answer>(queryKey);
          if (newest) onChangedMeanwhile?.(newest);
        }
        throw error;
      }
    },
    (answer) => {
      queries.setQueryData(queryKey, answer);
      onDone(answer);
    },
  );
}
