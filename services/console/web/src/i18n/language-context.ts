import { createContext, useContext } from "react";
import type { Language } from "./language.js";

export interface LanguageChoice {
  language: Language;
  /** @param language null: that of the browser */
  setLanguage: (language: Language | null) => void;
}

export const LanguageContext = createContext<LanguageChoice | undefined>(undefined);

export function useLanguage(): LanguageChoice {
  const choice = useContext(LanguageContext);
  if (!choice) throw new Error("useLanguage needs a LanguageProvider above it");
  return choice;
}
