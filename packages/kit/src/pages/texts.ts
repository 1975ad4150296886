import { cutText } from "../texts/cut-text.js";
/** The languages of pages for people. */
export const languages = ["es", "en", "pt"] as const;
export type Language = (typeof languages)[number];

const countriesByLanguage: readonly [Language, ReadonlySet<string>][] = [
  ["es", new Set("AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PR PY SV UY VE".split(" "))],
  ["pt", new Set("AO BR CV GW MZ PT ST TL".split(" "))],
];

/** The language of the pages of a business in this country: English where neither Spanish nor Portuguese is official. */
export function getCountryLanguage(country: string): Language {
  return countriesByLanguage.find(([, countries]) => countries.has(country))?.[0] ?? "en";
}

/**
 * The language that a visitor prefers, for pages without a business.
 * @param acceptLanguage the header `Accept-Language`, such as `pt-BR,pt;q=0.9,en;q=0.8`
 */
export function chooseLanguage(acceptLanguage: string | undefined): Language {
  // A longer header is not from a browser; its beginning decides.
  const preferences = cutText(acceptLanguage ?? "", 500)
    .split(",")
    .map(parsePreference);
  const known = preferences.flatMap(({ tag, quality }) => {
    const language = languages.find((one) => one === tag);
    return language && quality > 0 ? [{ language, quality }] : [];
  });
  // The sort is stable: of equal preferences the first one counts.
  return known.toSorted((one, other) => other.quality - one.quality)[0]?.language ?? "en";
}

function parsePreference(part: string): { tag: string; quality: number } {
  const [tag = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
  const given = parameters.find((parameter) => parameter.startsWith("q="));
  const quality = given === undefined ? 1 : Number(given.slice(2));
  return { tag: tag.split("-")[0] ?? "", quality: Number.isNaN(quality) ? 0 : quality };
}

/** The words for a number: `counted.es(2, "# giro", "# giros")`. */
export const counted = { es: createCounted("es"), en: createCounted("en"), pt: createCounted("pt") } satisfies Record<
  Language,
  unknown
>;

function createCounted(language: Language) {
  const plurals = new Intl.PluralRules(language);
  return (count: number, one: string, other: string): string =>
    (plurals.select(count) === "one" ? one : other).replace("#", String(count));
}

/** A page that says one thing. */
export interface MessageTexts {
  title: string;
  text: string;
}

/** Texts that every page may need. */
export interface SharedTexts {
  /** On every page of a sandbox. */
  test: string;
  missing: MessageTexts;
  /** For a page that visitors have seen and that its business has taken offline. */
  ended: (name: string) => MessageTexts;
  failed: MessageTexts;
  /** The link of `failed` to the same page. */
  retry: string;
  unreadable: MessageTexts;
  /** Too many requests of an address, or too much going on at once. */
  busy: MessageTexts;
  /** What was sent stands in the page, which sends it again: by its button, or by itself after some seconds. */
  kept: string;
  keptAndSent: (seconds: number) => string;
  sendAgain: string;
  /** A page that was not sent. */
  reloaded: (seconds: number) => string;
  /** For a pass that cannot be used, for any reason: see docs/decisions/0031. */
  badPass: MessageTexts;
  /** The link of `badPass` to the page without the pass. */
  withoutPass: string;
}

export const sharedTexts: Readonly<Record<Language, SharedTexts>> = {
  es: {
    test: "Página de prueba: lo que se hace aquí no cuenta.",
    missing: {
      title: "Esta página no está disponible",
      text: "Puede que el enlace esté incompleto o que ya haya terminado. Revisa el enlace o pide uno nuevo a quien te lo envió.",
    },
    ended: (name) => ({
      title: `${name}: terminó o está en pausa`,
      text: "Por ahora no se puede participar. El enlace es correcto: pregunta a quien te lo envió si se abre de nuevo.",
    }),
    failed: {
      title: "Algo salió mal de nuestro lado",
      text: "Espera un momento y vuelve a intentarlo.",
    },
    retry: "Volver a la página",
    badPass: {
      title: "Este acceso ya no sirve",
      text: "El acceso que recibes al registrarte vale 15 minutos, una sola vez y solo en el navegador en el que te registraste. Si todavía no participaste, vuelve a registrarte.",
    },
    withoutPass: "Ver la página",
    unreadable: { title: "El formulario no se pudo leer", text: "Lo enviado es demasiado largo o tiene otro formato." },
    busy: { title: "Hay mucha gente en este momento", text: "Deja esta página abierta y espera un momento." },
    kept: "Lo que escribiste no se pierde: puedes enviarlo de nuevo.",
    keptAndSent: (seconds) =>
      `Lo que escribiste no se pierde: se envía de nuevo automáticamente en ${counted.es(seconds, "# segundo", "# segundos")}.`,
    sendAgain: "Enviar de nuevo",
    reloaded: (seconds) =>
      `La página se carga de nuevo automáticamente en ${counted.es(seconds, "# segundo", "# segundos")}.`,
  },
  en: {
    test: "Test page: what is done here does not count.",
    missing: {
      title: "This page is not available",
      text: "The link may be incomplete, or its time is over. Check the link, or ask the person who sent it for a new one.",
    },
    ended: (name) => ({
      title: `${name}: over or paused`,
      text: "Nobody can take part at the moment. The link is right: ask the person who sent it whether it opens again.",
    }),
    failed: {
      title: "Something went wrong on our side",
      text: "Wait a moment and try again.",
    },
    retry: "Back to the page",
    badPass: {
      title: "This access no longer works",
      text: "The access that you get by registering is valid for 15 minutes, once, and only in the browser in which you registered. If you have not taken part yet, register again.",
    },
    withoutPass: "See the page",
    unreadable: { title: "The form could not be read", text: "What was sent is too long or in another format." },
    busy: { title: "Many people are here right now", text: "Leave this page open and wait a moment." },
    kept: "What you wrote is not lost: you can send it again.",
    keptAndSent: (seconds) =>
      `What you wrote is not lost: it is resent by itself in ${counted.en(seconds, "# second", "# seconds")}.`,
    sendAgain: "Send again",
    reloaded: (seconds) => `The page loads again by itself in ${counted.en(seconds, "# second", "# seconds")}.`,
  },
  pt: {
    test: "Página de teste: o que é feito aqui não conta.",
    missing: {
      title: "Esta página não está disponível",
      text: "O link pode estar incompleto ou o prazo já ter terminado. Confira o link ou peça um novo a quem o enviou.",
    },
    ended: (name) => ({
      title: `${name}: terminou ou está em pausa`,
      text: "No momento não é possível participar. O link está certo: pergunte a quem o enviou se abre de novo.",
    }),
    failed: {
      title: "Algo deu errado do nosso lado",
      text: "Aguarde um momento e tente de novo.",
    },
    retry: "Voltar à página",
    badPass: {
      title: "Este acesso não vale mais",
      text: "O acesso que você recebe ao se cadastrar vale por 15 minutos, uma única vez e só no navegador em que você se cadastrou. Se você ainda não participou, cadastre-se de novo.",
    },
    withoutPass: "Ver a página",
    unreadable: {
      title: "Não foi possível ler o formulário",
      text: "O que foi enviado é longo demais ou tem outro formato.",
    },
    busy: { title: "Há muita gente neste momento", text: "Deixe esta página aberta e aguarde um momento." },
    kept: "O que você escreveu não se perde: você pode enviar de novo.",
    keptAndSent: (seconds) =>
      `O que você escreveu não se perde: é enviado de novo automaticamente em ${counted.pt(seconds, "# segundo", "# segundos")}.`,
    sendAgain: "Enviar de novo",
    reloaded: (seconds) =>
      `A página carrega de novo automaticamente em ${counted.pt(seconds, "# segundo", "# segundos")}.`,
  },
};
