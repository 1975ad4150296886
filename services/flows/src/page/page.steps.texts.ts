import type { Language, MessageTexts } from "@tenant-ops/kit/pages";

/** Why a file was not taken, or why the visitor cannot go on. */
export type FileProblem = "missing" | "empty" | "type" | "too_long" | "too_many" | "limited" | "broken";

/** The texts of the page after the form. */
export interface StepTexts {
  /** On the form: what is asked after it. */
  ahead: string;
  title: string;
  lead: string;
  choose: string;
  received: string;
  send: string;
  replace: string;
  goOn: string;
  problems: Record<FileProblem, string>;
  waiting: MessageTexts;
  /** The bank takes longer than a visitor waits. */
  later: MessageTexts;
  refresh: string;
  rejected: MessageTexts;
  expired: MessageTexts;
  again: string;
}

export const stepTexts: Readonly<Record<Language, StepTexts>> = {
  es: {
    ahead: "Después de este formulario te pediremos:",
    title: "Sube tus documentos",
    lead: "Sube cada archivo por separado: PDF, PNG, JPEG o texto, de 10 MB como máximo. Tienes 24 horas desde que enviaste el formulario. Hasta que continúes puedes cambiar los archivos.",
    choose: "Archivo",
    received: "Recibido",
    send: "Subir",
    replace: "Cambiar",
    goOn: "Continuar",
    problems: {
      missing: "Falta este documento.",
      empty: "Elige un archivo que no esté vacío.",
      type: "Solo se aceptan archivos PDF, PNG, JPEG o de texto.",
      too_long: "El archivo tiene más de 10 MB.",
      too_many: "Ya se subieron demasiados archivos en este registro.",
      limited:
        "Hoy ya no se pueden recibir más archivos. Tu registro sigue guardado: inténtalo más tarde, dentro de las 24 horas.",
      broken: "El archivo no llegó completo. Vuelve a subirlo.",
    },
    waiting: {
      title: "Estamos validando tus datos",
      text: "Tu registro está guardado. Esta página se actualiza sola en cuanto haya una respuesta.",
    },
    later: {
      title: "La validación tarda más de lo normal",
      text: "Tu registro está guardado y no tienes que repetirlo. Vuelve a esta página más tarde, en este mismo navegador.",
    },
    refresh: "Actualizar",
    rejected: {
      title: "No pudimos aceptar tu registro",
      text: "La validación de tus datos no fue aprobada. Si crees que es un error, comunícate con la empresa responsable de esta página.",
    },
    expired: {
      title: "Se terminó el tiempo",
      text: "Los documentos no llegaron dentro de 24 horas, por eso el registro no se completó y los archivos se borran.",
    },
    again: "Registrarme de nuevo",
  },
  en: {
    ahead: "After this form we will ask for:",
    title: "Upload your documents",
    lead: "Upload each file separately: PDF, PNG, JPEG or text, at most 10 MB. You have 24 hours from sending the form. You can replace the files until you continue.",
    choose: "File",
    received: "Received",
    send: "Upload",
    replace: "Replace",
    goOn: "Continue",
    problems: {
      missing: "This document is missing.",
      empty: "Choose a file that is not empty.",
      type: "Only PDF, PNG, JPEG and text files are accepted.",
      too_long: "The file has more than 10 MB.",
      too_many: "Too many files were uploaded in this registration.",
      limited:
        "No more files can be taken today. Your registration is still stored: try again later, within the 24 hours.",
      broken: "The file did not arrive complete. Upload it again.",
    },
    waiting: {
      title: "We are checking your details",
      text: "Your registration is stored. This page updates itself as soon as there is an answer.",
    },
    later: {
      title: "The check takes longer than usual",
      text: "Your registration is stored and you need not repeat it. Come back to this page later, in this browser.",
    },
    refresh: "Update",
    rejected: {
      title: "We could not accept your registration",
      text: "The check of your details was not approved. If you think that this is a mistake, contact the company behind this page.",
    },
    expired: {
      title: "The time is over",
      text: "The documents did not arrive within 24 hours, so the registration was not completed and the files are deleted.",
    },
    again: "Register again",
  },
  pt: {
    ahead: "Depois deste formulário pediremos:",
    title: "Envie seus documentos",
    lead: "Envie cada arquivo separadamente: PDF, PNG, JPEG ou texto, de no máximo 10 MB. Você tem 24 horas a partir do envio do formulário. Até continuar, você pode trocar os arquivos.",
    choose: "Arquivo",
    received: "Recebido",
    send: "Enviar",
    replace: "Trocar",
    goOn: "Continuar",
    problems: {
      missing: "Falta este documento.",
      empty: "Escolha um arquivo que não esteja vazio.",
      type: "Só são aceitos arquivos PDF, PNG, JPEG ou de texto.",
      too_long: "O arquivo tem mais de 10 MB.",
      too_many: "Já foram enviados arquivos demais neste cadastro.",
      limited:
        "Hoje não é possível receber mais arquivos. Seu cadastro continua salvo: tente mais tarde, dentro das 24 horas.",
      broken: "O arquivo não chegou completo. Envie de novo.",
    },
    waiting: {
      title: "Estamos verificando seus dados",
      text: "Seu cadastro está salvo. Esta página se atualiza sozinha assim que houver uma resposta.",
    },
    later: {
      title: "A verificação está demorando mais que o normal",
      text: "Seu cadastro está salvo e você não precisa repetir. Volte a esta página mais tarde, neste mesmo navegador.",
    },
    refresh: "Atualizar",
    rejected: {
      title: "Não foi possível aceitar seu cadastro",
      text: "A verificação dos seus dados não foi aprovada. Se você acha que é um engano, fale com a empresa responsável por esta página.",
    },
    expired: {
      title: "O prazo terminou",
      text: "Os documentos não chegaram em 24 horas, por isso o cadastro não foi concluído e os arquivos são apagados.",
    },
    again: "Fazer cadastro de novo",
  },
};
