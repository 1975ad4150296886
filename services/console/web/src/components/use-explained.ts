import { useMemo } from "react";
import { TenantOpsError } from "../api/errors.js";

interface ExplainedSettings {
  /** For a call that changes nothing, such as a preview, although its method is POST: whether it has written is no question. */
  isRead?: boolean;
}

/** The same refusal in words of the page, by its code, where those of the API would not help a person or are in another language. */
export function useExplained(
  error: Error | null,
  words: Readonly<Record<string, string>>,
  { isRead = false }: ExplainedSettings = {},
): Error | null {
  return useMemo(() => {
    if (!(error instanceof TenantOpsError)) return error;
    const { code, status, requestId } = error;
    const mayHaveWritten = error.mayHaveWritten && !isRead;
    const detail = words[code] ?? error.detail;
    if (detail === error.detail && mayHaveWritten === error.mayHaveWritten) return error;
    return new TenantOpsError({ code, detail, status, requestId, mayHaveWritten });
  }, [error, words, isRead]);
}
