import type { PreviewSentences } from "./types.js";

/** What previews of every area say about the name of a new record, and about a change. */
export const sharedSentences = {
  name_is_new: {
    en: "No {noun} has this name.",
    es: "Este nombre es nuevo.",
    pt: "Este nome é novo.",
  },
  name_exists: {
    en: "{noun} of this name exists.",
    es: "Este nombre ya existe.",
    pt: "Este nome já existe.",
  },
  use_the_other: {
    en: "{noun} of this name exists: {id}. Use it unless you mean a second one.",
    es: "Ya existe otro con este nombre: {id}. Usa ese, salvo que quieras un segundo.",
    pt: "Já existe outro com este nome: {id}. Use esse, a menos que queira um segundo.",
  },
  values_change: {
    en: "Values change.",
    es: "Hay valores que cambian.",
    pt: "Há valores que mudam.",
  },
  values_set: {
    en: "Nothing would change: these values are already set.",
    es: "No cambiaría nada: estos valores ya están así.",
    pt: "Nada mudaria: estes valores já estão assim.",
  },
} as const satisfies PreviewSentences;
