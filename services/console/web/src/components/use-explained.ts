import { useMemo } from "react";
import { TenantOpsError } from "../api/errors.js";

/** The same refusal with the text of the page for its code, where the text of the API would not help a person or is in another language. */
export function useExplained(error: Error | null, words: Readonly<Record<string, string>>): Error | null {
  return useMemo(() => {
    if (!(error instanceof TenantOpsError)) return error;
    const { code, status, requestId, mayHaveWritten } = error;
    const detail = words[code];
    if (detail === undefined) return error;
    return new TenantOpsError({ code, detail, status, requestId, mayHaveWritten });
  }, [error, words]);
}
