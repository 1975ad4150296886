import type { PreviewSentences } from "./types.js";

/** What only previews say. Sentences about a flow that the console shows elsewhere too are `flowSentences` of the REST contract. */
export const flowsSentences = {
  slug_is_free: {
    en: "No flow has this slug. It is not reserved until you approve.",
    es: "Ninguna página de registro tiene este nombre en la dirección. No se reserva hasta la aprobación.",
    pt: "Nenhuma página de cadastro tem este nome no endereço. Não é reservado até a aprovação.",
  },
  flow_is_own: {
    en: "The flow belongs to this business.",
    es: "La página de registro es de este negocio.",
    pt: "A página de cadastro é deste negócio.",
  },
  address_allowed: {
    en: "Visitors may be sent to this address.",
    es: "Se puede enviar a los visitantes a esta dirección.",
    pt: "Os visitantes podem ser enviados a este endereço.",
  },
  roulette_exists: { en: "The roulette exists.", es: "La ruleta existe.", pt: "A roleta existe." },
  course_exists: { en: "The course exists.", es: "El curso existe.", pt: "O curso existe." },
  survey_exists: { en: "The survey exists.", es: "La encuesta existe.", pt: "A pesquisa existe." },
  event_exists: { en: "The event exists.", es: "El evento existe.", pt: "O evento existe." },
  same_settings: {
    en: "Everything is as given already; approving changes nothing.",
    es: "Todo está ya así; aprobar no cambia nada.",
    pt: "Tudo já está assim; aprovar não muda nada.",
  },
} as const satisfies PreviewSentences;
