import type { AnswerProblem } from "./answers.rules.js";
import type { Language } from "./languages.js";

/** The texts of a page that the business did not write. */
export interface PageTexts {
  /** On every page of a sandbox. */
  test: string;
  lead: string;
  allRequired: string;
  optional: string;
  choose: string;
  send: string;
  error: string;
  /** Title of the list of errors. */
  correct: (count: number) => string;
  problems: Record<AnswerProblem, string>;
  /** For a required checkbox or list without an answer. */
  unanswered: { checkbox: string; choice: string };
  hints: { phone: string };
  thanks: { title: string; text: string };
  missing: { title: string; text: string };
  failed: { title: string; text: string; retry: string };
  unreadable: { title: string; text: string };
  /** Translations of our default labels. All other labels were written by the business. */
  labels: ReadonlyMap<string, string>;
}

export const pageTexts: Readonly<Record<Language, PageTexts>> = {
  es: {
    test: "Página de prueba: los registros hechos aquí no cuentan.",
    lead: "Completa tus datos para continuar.",
    allRequired: "Todos los campos son obligatorios, salvo los marcados como opcionales.",
    optional: "opcional",
    choose: "Elige una opción",
    send: "Registrarme",
    error: "Error",
    correct: (count) => (count === 1 ? "Hay un dato por corregir" : `Hay ${count} datos por corregir`),
    problems: {
      required: "Completa este campo.",
      too_long: "El texto es demasiado largo.",
      email: "Escribe un correo completo, como ana@ejemplo.com.",
      phone: "Escribe un teléfono con 7 a 15 dígitos, como +52 55 1234 5678.",
      number: "Escribe un número, como 42.",
      date: "Escribe una fecha válida, como 2026-03-31.",
      choice: "Elige una de las opciones.",
    },
    unanswered: { checkbox: "Marca esta casilla para continuar.", choice: "Elige una opción." },
    hints: { phone: "Con lada o código de país, como +52 55 1234 5678" },
    thanks: { title: "¡Gracias!", text: "Tu registro está completo. Ya puedes cerrar esta página." },
    missing: {
      title: "Esta página no está disponible",
      text: "Puede que el enlace esté incompleto o que el registro ya haya terminado. Revisa el enlace o pide uno nuevo a quien te lo envió.",
    },
    failed: {
      title: "Algo salió mal de nuestro lado",
      text: "Tu registro no se guardó. Espera un momento y vuelve a intentarlo.",
      retry: "Volver al formulario",
    },
    unreadable: { title: "El formulario no se pudo leer", text: "Lo enviado es demasiado largo o tiene otro formato." },
    labels: new Map([
      ["First Name", "Nombre"],
      ["Last Name", "Apellidos"],
      ["Country", "País"],
    ]),
  },
  en: {
    test: "Test page: registrations made here do not count.",
    lead: "Fill in your details to continue.",
    allRequired: "All fields are required unless they are marked as optional.",
    optional: "optional",
    choose: "Choose an option",
    send: "Register",
    error: "Error",
    correct: (count) => (count === 1 ? "There is one thing to correct" : `There are ${count} things to correct`),
    problems: {
      required: "Fill in this field.",
      too_long: "The text is too long.",
      email: "Enter a complete email address, such as ana@example.com.",
      phone: "Enter a phone number with 7 to 15 digits, such as +1 202 555 0143.",
      number: "Enter a number, such as 42.",
      date: "Enter a valid date, such as 2026-03-31.",
      choice: "Choose one of the options.",
    },
    unanswered: { checkbox: "Tick this box to continue.", choice: "Choose an option." },
    hints: { phone: "With area or country code, such as +1 202 555 0143" },
    thanks: { title: "Thank you!", text: "Your registration is complete. You can close this page." },
    missing: {
      title: "This page is not available",
      text: "The link may be incomplete, or registration has ended. Check the link, or ask whoever sent it for a new one.",
    },
    failed: {
      title: "Something went wrong on our side",
      text: "Your registration was not stored. Wait a moment and try again.",
      retry: "Back to the form",
    },
    unreadable: { title: "The form could not be read", text: "What was sent is too long or in another format." },
    labels: new Map(),
  },
};
