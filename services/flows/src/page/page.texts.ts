import { counted, type Language, type MessageTexts } from "@tenant-ops/kit/pages";
import type { AnswerProblem } from "../questions/answers.rules.js";
import type { DocumentKind } from "../documents/documents.rules.js";
import type { TestStepName, TestStepState } from "../test-runs/test-runs.rules.js";

/** The texts of a page that the business did not write. */
export interface PageTexts {
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
  /** Visitors have registered as often as they may in a day. */
  limited: MessageTexts;
  thanks: MessageTexts;
  failed: MessageTexts;
  documents: { kinds: Record<DocumentKind, string>; accept: string; notAccepted: string };
  /** The page after the form of a test run. */
  testRun: TestRunTexts;
}

interface TestRunTexts {
  passed: string;
  failed: string;
  steps: Record<TestStepName, string>;
  states: Record<TestStepState, string>;
  wouldGo: string;
  again: string;
}

export const pageTexts: Readonly<Record<Language, PageTexts>> = {
  es: {
    lead: "Completa tus datos para continuar.",
    allRequired: "Todos los campos son obligatorios, salvo los marcados como opcionales.",
    optional: "opcional",
    choose: "Elige una opción",
    send: "Registrarme",
    error: "Error",
    correct: (count) => counted.es(count, "Hay un dato por corregir", "Hay # datos por corregir"),
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
    limited: {
      title: "Hoy ya no se pueden recibir más registros",
      text: "Tus respuestas siguen aquí. Deja esta página abierta y envía el formulario de nuevo más tarde o mañana.",
    },
    thanks: { title: "¡Gracias!", text: "Tu registro está completo. Ya puedes cerrar esta página." },
    failed: {
      title: "Algo salió mal de nuestro lado",
      text: "Tu registro no se guardó. Espera un momento y vuelve a intentarlo.",
    },
    documents: {
      kinds: { terms: "Términos y condiciones", privacy: "Aviso de privacidad", permit: "Permiso del sorteo" },
      accept: "Acepto:",
      notAccepted: "Acepta este documento para continuar.",
    },
    testRun: {
      passed: "La prueba salió bien",
      failed: "La prueba no salió bien",
      steps: {
        page: "Página mostrada",
        proof: "Prueba de identidad",
        answers: "Respuestas aceptadas",
        documents: "Documentos aceptados",
        bankValidation: "Validación bancaria",
        redirect: "Destino encontrado",
      },
      states: { passed: "sí", failed: "no", skipped: "no es parte de la prueba", unused: "no se pide" },
      wouldGo: "Un visitante iría a:",
      again: "Probar otra vez",
    },
  },
  en: {
    lead: "Fill in your details to continue.",
    allRequired: "All fields are required unless they are marked as optional.",
    optional: "optional",
    choose: "Choose an option",
    send: "Register",
    error: "Error",
    correct: (count) => counted.en(count, "There is one thing to correct", "There are # things to correct"),
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
    limited: {
      title: "No more registrations can be taken today",
      text: "Your answers are still here. Keep this page open and send the form again later or tomorrow.",
    },
    thanks: { title: "Thank you!", text: "Your registration is complete. You can close this page." },
    failed: {
      title: "Something went wrong on our side",
      text: "Your registration was not stored. Wait a moment and try again.",
    },
    documents: {
      kinds: { terms: "Terms and conditions", privacy: "Privacy notice", permit: "Permit of the draw" },
      accept: "I accept:",
      notAccepted: "Accept this document to continue.",
    },
    testRun: {
      passed: "The test run passed",
      failed: "The test run failed",
      steps: {
        page: "Page shown",
        proof: "Proof of identity",
        answers: "Answers accepted",
        documents: "Documents accepted",
        bankValidation: "Bank validation",
        redirect: "Target found",
      },
      states: { passed: "yes", failed: "no", skipped: "not part of the test", unused: "not asked for" },
      wouldGo: "A visitor would go to:",
      again: "Test again",
    },
  },
  pt: {
    lead: "Preencha seus dados para continuar.",
    allRequired: "Todos os campos são obrigatórios, exceto os marcados como opcionais.",
    optional: "opcional",
    choose: "Escolha uma opção",
    send: "Fazer meu cadastro",
    error: "Erro",
    correct: (count) => counted.pt(count, "Há um dado para corrigir", "Há # dados para corrigir"),
    problems: {
      required: "Preencha este campo.",
      too_long: "O texto é longo demais.",
      email: "Escreva um e-mail completo, como ana@exemplo.com.",
      phone: "Escreva um telefone com 7 a 15 dígitos, como +55 11 91234 5678.",
      number: "Escreva um número, como 42.",
      date: "Escreva uma data válida, como 2026-03-31.",
      choice: "Escolha uma das opções.",
    },
    unanswered: { checkbox: "Marque esta caixa para continuar.", choice: "Escolha uma opção." },
    hints: { phone: "Com DDD ou código do país, como +55 11 91234 5678" },
    limited: {
      title: "Hoje não é possível receber mais cadastros",
      text: "Suas respostas continuam aqui. Deixe esta página aberta e envie o formulário de novo mais tarde ou amanhã.",
    },
    thanks: { title: "Obrigado!", text: "Seu cadastro está completo. Você já pode fechar esta página." },
    failed: {
      title: "Algo deu errado do nosso lado",
      text: "Seu cadastro não foi salvo. Aguarde um momento e tente de novo.",
    },
    documents: {
      kinds: { terms: "Termos e condições", privacy: "Aviso de privacidade", permit: "Autorização do sorteio" },
      accept: "Aceito:",
      notAccepted: "Aceite este documento para continuar.",
    },
    testRun: {
      passed: "O teste deu certo",
      failed: "O teste não deu certo",
      steps: {
        page: "Página mostrada",
        proof: "Prova de identidade",
        answers: "Respostas aceitas",
        documents: "Documentos aceitos",
        bankValidation: "Validação bancária",
        redirect: "Destino encontrado",
      },
      states: { passed: "sim", failed: "não", skipped: "não faz parte do teste", unused: "não se pede" },
      wouldGo: "Um visitante iria para:",
      again: "Testar de novo",
    },
  },
};

/** What a visitor sees when a page failed. */
export const failedTexts: Readonly<Record<Language, MessageTexts>> = {
  es: pageTexts.es.failed,
  en: pageTexts.en.failed,
  pt: pageTexts.pt.failed,
};
