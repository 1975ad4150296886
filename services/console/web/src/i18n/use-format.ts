import { createContext, useContext, useMemo } from "react";
import { createFormat, type Format, type Place } from "./format.js";
import { useLanguage } from "./language-context.js";

export const PlaceContext = createContext<Place>({});

/** Dates and numbers in the language of the page, in the time zone and currency of the business. */
export function useFormat(): Format {
  const { language } = useLanguage();
  const place = useContext(PlaceContext);
  return useMemo(() => createFormat(language, place), [language, place]);
}
