import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { MissingFile, reloadOnce } from "../api/load-file.js";
import { hasStatus, TenantOpsError } from "../api/errors.js";
import { useEffect } from "react";
import { peekMessages } from "../i18n/messages.js";

/** What is shown when a page fails while it is drawn. It uses no other component, because the provider of the language may be what failed. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const queries = useQueryErrorResetBoundary();
  const t = peekMessages("components");
  const known = error instanceof TenantOpsError ? error : undefined;
  const isMissing = error instanceof MissingFile;
  useEffect(() => {
    if (isMissing) reloadOnce();
  }, [isMissing]);
  // The browser is already on its way to the sign-in page.
  if (!t || hasStatus(error, 401)) return null;
  const retry = () => {
    // The browser remembers that the file could not be loaded.
    if (isMissing) return location.reload();
    queries.reset();
    reset();
  };
  return (
    <div className="notice wrong error-page" role="alert">
      <h1>{t.errorTitle}</h1>
      <p>{t.errorUnknown}</p>
      {known && (
        <details className="note">
          <summary>{t.details}</summary>
          <p lang="en">{known.detail}</p>
          <p>
            {t.requestId}: <code>{known.requestId}</code>
          </p>
        </details>
      )}
      <div className="form-actions">
        <button type="button" onClick={() => location.reload()}>
          {t.reload}
        </button>
        <button type="button" className="primary" onClick={retry}>
          {t.retry}
        </button>
      </div>
    </div>
  );
}
