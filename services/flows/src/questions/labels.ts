import type { Language } from "@tenant-ops/kit/pages";

/** The questions that a flow gets without the words of a person, in the languages of its visitors. All others were written by the business. */
const labels: Readonly<Record<string, Readonly<Record<Exclude<Language, "en">, string>>>> = {
  "First Name": { es: "Nombre", pt: "Nome" },
  "Last Name": { es: "Apellidos", pt: "Sobrenome" },
  Country: { es: "País", pt: "País" },
  Phone: { es: "Teléfono", pt: "Telefone" },
};

/** A question as the page, the console and files show it. @param text as it is stored */
export function toLabel(text: string, language: Language): string {
  return language !== "en" && Object.hasOwn(labels, text) ? (labels[text]?.[language] ?? text) : text;
}
