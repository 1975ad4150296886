import { use } from "react";
import { Section } from "../../components/page.js";
import { RecordName } from "../../components/record-name.js";
import { SafeText } from "../../components/safe-text/safe-text.js";
import { useFormat, useLanguage } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import type { Approval } from "./approvals.api.js";
import { loadTranslation } from "./preview-translation.js";
import { sources } from "./preview-value.js";

/** What the propose tool has checked, and what it says to the person. A sentence of a newer service is shown as agents read it. */
export function PreviewChecks({ approval: { tool, checks, warnings, endedAt } }: { approval: Approval }) {
  const t = useMessages("approvals").page;
  const { language } = useLanguage();
  const format = useFormat();
  const translate = use(loadTranslation(tool, language));
  const show = (text: string) => {
    const translated = translate(text, format);
    return (
      <span lang={translated === undefined ? "en" : undefined}>
        <Sentence text={translated ?? text} />
      </span>
    );
  };
  return (
    <>
      {checks.length > 0 && (
        <Section title={t.checks}>
          <ul>
            {checks.map(({ name, ok, detail }, index) => (
              // Two checks may have one name.
              <li key={index}>
                <strong>{ok ? "✓" : "✗"}</strong> <span className="hidden">{ok ? t.ok : t.notOk}: </span>
                {show(detail === "" ? name : detail)}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {warnings.length > 0 && (
        <Section title={endedAt === null ? t.warnings : t.earlierWarnings}>
          <ul className={endedAt === null ? "notice warn" : ""}>
            {warnings.map((warning, index) => (
              // Two warnings may be the same.
              <li key={index}>{show(warning)}</li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

/** A sentence of a service, which names records to agents by their ids: people read their names. */
function Sentence({ text }: { text: string }) {
  return text.split(/\b([a-z]{3}_[0-9a-z]{26})\b/).map((part, index) => {
    // Every second part is an id.
    const source = index % 2 === 1 ? sources[part.slice(0, 3)] : undefined;
    if (source) return <RecordName key={index} source={source} id={part} />;
    return <SafeText key={index} text={index % 2 === 1 ? "…" : part} />;
  });
}
