import { type ReactNode, startTransition, useEffect, useMemo, useState } from "react";
import { type Language, readLanguage, saveLanguage } from "./language.js";
import { LanguageContext } from "./language-context.js";

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(readLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choice = useMemo(
    () => ({
      language,
      // The page does not change until the messages of the new language are loaded.
      setLanguage: (next: Language | null) => {
        saveLanguage(next);
        startTransition(() => setLanguage(readLanguage()));
      },
    }),
    [language],
  );
  return <LanguageContext value={choice}>{children}</LanguageContext>;
}
