import { useMemo } from "react";
import { TenantOpsError } from "../api/errors.js";
import { useMessages } from "../i18n/messages.js";

interface ErrorNoticeProps {
  error: unknown;
  onRetry?: (() => void) | undefined;
}

/** Why something failed, in the words of the server, with the id to quote in support requests. */
export function ErrorNotice({ error, onRetry }: ErrorNoticeProps) {
  const t = useMessages("components");
  const known = error instanceof TenantOpsError ? error : undefined;
  return (
    <div className="notice wrong" role="alert">
      <strong>{t.errorTitle}</strong>
      <p>{known?.detail ?? t.errorUnknown}</p>
      <RequestId error={known} />
      {onRetry && (
        <button type="button" onClick={onRetry}>
          {t.retry}
        </button>
      )}
    </div>
  );
}

export function RequestId({ error }: { error: unknown }) {
  const t = useMessages("components");
  if (!(error instanceof TenantOpsError) || !error.requestId) return null;
  return (
    <p className="note">
      {t.requestId}: <code>{error.requestId}</code>
    </p>
  );
}

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
