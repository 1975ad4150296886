import type { ReactNode } from "react";
import { useMessages } from "../i18n/messages.js";
import { ErrorNotice } from "./error-notice.js";

/** A read of a record or a list. `data` is undefined until the server has answered. */
export interface Read<Value> {
  data: Value | undefined;
  error: Error | null;
  refetch: () => unknown;
}

interface LoadedProps<Value> {
  query: Read<Value>;
  children: (value: Value) => ReactNode;
  /** Instead of an empty list. */
  empty?: ReactNode;
  /** Instead of "Loading …". */
  loading?: ReactNode;
  /** Around the notice of a failed load. */
  failed?: (notice: ReactNode) => ReactNode;
}

/**
 * Decides between "loading", "could not be loaded", "there is nothing" and the content. A list is empty only when the last answer says so:
 * without an answer nobody knows. What was read before stays when a later read fails.
 */
export function Loaded<Value>({
  query: { data, error, refetch },
  children,
  empty,
  loading = <Loading />,
  failed = (notice) => notice,
}: LoadedProps<Value>) {
  const isEmpty = Array.isArray(data) && data.length === 0;
  if (error && (data === undefined || isEmpty))
    return failed(<ErrorNotice error={error} onRetry={() => void refetch()} />);
  if (data === undefined) return loading;
  return isEmpty && empty !== undefined ? empty : children(data);
}

export function Loading() {
  const t = useMessages("components");
  return (
    <p className="loading" role="status">
      {t.loading}
    </p>
  );
}
