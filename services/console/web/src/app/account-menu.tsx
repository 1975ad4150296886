import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { consoleCall } from "../api/console-call.js";
import { signOut, updateProfile } from "../api/operations/person.js";
import { showError } from "../components/error-notice.js";
import { sessionQuery, useSession } from "../api/session.js";
import { useWrite } from "../api/use-write.js";
import { type Language, languageNames, languages, toLanguage } from "../i18n/language.js";
import { useLanguage } from "../i18n/locale.js";
import { useMessages } from "../i18n/messages.js";
import { readTheme, saveTheme, type Theme, themes } from "./theme.js";

// Not by `useChange`, which loads the client of the public API: the menu stands beside the first page.
const endSession = consoleCall(signOut);
const changeProfile = consoleCall(updateProfile);

export function AccountMenu() {
  const t = useMessages("app");
  const { person } = useSession();
  const signOutNow = useWrite(endSession, { onDone: () => location.assign("/sign-in") });
  return (
    <section className="account" aria-label={t.account}>
      <div>
        <strong>{person.name}</strong>
        <span className="note">{person.email}</span>
      </div>
      <LanguageChoice />
      <ThemeChoice />
      <div className="account-links">
        <Link to="/profile">{t.profile}</Link>
        <button type="button" className="link" onClick={() => signOutNow.mutate({})} disabled={signOutNow.isPending}>
          {t.signOut}
        </button>
      </div>
    </section>
  );
}

/** What is chosen here becomes the language of the profile. */
function LanguageChoice() {
  const t = useMessages("app");
  const id = useId();
  const { language, setLanguage } = useLanguage();
  const update = useWrite(changeProfile, { changes: [sessionQuery.queryKey] });
  const choose = (next: Language) => {
    setLanguage(next);
    update.mutate({ language: next }, { onError: (error) => void showError(error) });
  };
  return (
    <div className="preference">
      <label htmlFor={id}>{t.language}</label>
      <select id={id} value={language} onChange={(event) => choose(toLanguage(event.target.value) ?? language)}>
        {languages.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </select>
    </div>
  );
}

function ThemeChoice() {
  const t = useMessages("app");
  const id = useId();
  const [theme, setTheme] = useState(readTheme);
  const choose = (next: Theme) => {
    setTheme(next);
    saveTheme(next);
  };
  return (
    <div className="preference">
      <label htmlFor={id}>{t.theme}</label>
      <select id={id} value={theme} onChange={(event) => choose(event.target.value as Theme)}>
        {themes.map((each) => (
          <option key={each} value={each}>
            {t.themes[each]}
          </option>
        ))}
      </select>
    </div>
  );
}
