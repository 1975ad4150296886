import { createContext, type ReactNode, startTransition, useContext, useEffect, useMemo, useState } from "react";
import { createFormat, type Format, type Place } from "./format.js";
import { type Language, readLanguage, saveLanguage } from "./language.js";

interface LanguageChoice {
  language: Language;
  /** @param language null: that of the browser */
  setLanguage: (language: Language | null) => void;
}

const LanguageContext = createContext<LanguageChoice | undefined>(undefined);

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

export function useLanguage(): LanguageChoice {
  const choice = useContext(LanguageContext);
  if (!choice) throw new Error("useLanguage needs a LanguageProvider above it");
  return choice;
}

export const PlaceContext = createContext<Place>({});

/** Dates and numbers in the language of the page, in the time zone and currency of the business. */
export function useFormat(): Format {
  const { language } = useLanguage();
  const place = useContext(PlaceContext);
  return useMemo(() => createFormat(language, place), [language, place]);
}
