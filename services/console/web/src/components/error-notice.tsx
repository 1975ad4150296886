import { useEffect, useState } from "react";
import { hasStatus, TenantOpsError } from "../api/errors.js";
import { describeRefusal, type RefusalWords } from "../api/refusal-words.js";
import { type Language, readLanguage } from "../i18n/language.js";
import { useLanguage } from "../i18n/locale.js";
import { loadMessages, peekMessages, useMessages } from "../i18n/messages.js";
import { showToast } from "./toasts.js";

interface ErrorNoticeProps {
  error: unknown;
  onRetry?: (() => void) | undefined;
}

/** Why something could not be loaded. */
export function ErrorNotice({ error, onRetry }: ErrorNoticeProps) {
  const t = useMessages("components");
  return (
    <div className="notice wrong" role="alert">
      <strong>{t.errorTitle}</strong>
      <ErrorText error={error} />
      {/* What does not exist is not there the next time either. */}
      {onRetry && !hasStatus(error, 404) && (
        <button type="button" onClick={onRetry}>
          {t.retry}
        </button>
      )}
    </div>
  );
}

/** What went wrong, in the language of the page. The sentence of the service is English, so it is behind "Details", for support requests. */
export function ErrorText({ error }: { error: unknown }) {
  const t = useMessages("components");
  const words = useRefusalWords();
  const { language } = useLanguage();
  const known = error instanceof TenantOpsError ? error : undefined;
  if (words === "loading") return null;
  return (
    <>
      {describe(error, words, language).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {known && (
        <details className="note">
          <summary>{t.details}</summary>
          <p lang="en">{known.detail}</p>
          {known.requestId && (
            <p>
              {t.requestId}: <code>{known.requestId}</code>
            </p>
          )}
        </details>
      )}
    </>
  );
}

/** Shows what went wrong as a short message, for a button without a form. */
export async function showError(error: unknown): Promise<void> {
  const words = await loadMessages("api").catch(() => undefined);
  showToast(describe(error, words, readLanguage()).join(" "), "wrong");
}

function describe(error: unknown, words: RefusalWords | undefined, language: string): string[] {
  const known = error instanceof TenantOpsError && words ? describeRefusal(error, words, language) : [];
  const t = peekMessages("components");
  // The words themselves could not be loaded: there is no connection.
  return known.length > 0 ? known : [(words ? t?.errorUnknown : t?.offline) ?? ""];
}

/** The sentences for refusals. They are loaded with the first error that is shown, and without making the page wait. */
export function useRefusalWords(isNeeded = true): RefusalWords | "loading" | undefined {
  const { language } = useLanguage();
  const [tried, setTried] = useState<Language>();
  const words = peekMessages("api");
  useEffect(() => {
    const end = () => setTried(language);
    if (!words && isNeeded) loadMessages("api", language).then(end, end);
  }, [words, language, isNeeded]);
  return words ?? (tried === language ? undefined : "loading");
}
