import type { Language } from "@tenant-ops/kit/pages";

export interface PasskeyTexts {
  waiting: string;
  aborted: string;
  exists: string;
  expired: string;
  failed: string;
  unsupported: string;
  withoutScript: string;
}

export interface SignInTexts {
  title: string;
  lead: string;
  button: string;
  noPasskey: string;
  signedInAs: (name: string) => string;
  goOn: string;
}

export interface NewPasskeyTexts {
  title: string;
  lead: (name: string) => string;
  note: string;
  button: string;
  later: string;
}

export const passkeyTexts: Readonly<Record<Language, PasskeyTexts>> = {
  es: {
    waiting: "Sigue las indicaciones de tu dispositivo.",
    aborted: "No se completó. Inténtalo de nuevo.",
    exists: "Este dispositivo ya tiene una llave de acceso tuya.",
    expired: "Ha pasado demasiado tiempo. Pide un enlace nuevo o vuelve a entrar.",
    failed: "No fue posible. Inténtalo de nuevo, o pide un enlace a quien administra tu negocio.",
    unsupported: "Este navegador no admite llaves de acceso. Abre esta página en Chrome, Safari, Edge o Firefox.",
    withoutScript: "Para usar una llave de acceso, permite JavaScript en esta página y vuelve a cargarla.",
  },
  en: {
    waiting: "Follow the instructions of your device.",
    aborted: "It was not completed. Try again.",
    exists: "This device has a passkey of yours already.",
    expired: "Too much time has passed. Ask for a new link, or sign in again.",
    failed: "That did not work. Try again, or ask an owner of your business for a link.",
    unsupported: "This browser does not support passkeys. Open this page in Chrome, Safari, Edge or Firefox.",
    withoutScript: "To use a passkey, allow JavaScript for this page and load it again.",
  },
  pt: {
    waiting: "Siga as instruções do seu dispositivo.",
    aborted: "Não foi concluído. Tente de novo.",
    exists: "Este dispositivo já tem uma chave de acesso sua.",
    expired: "Passou tempo demais. Peça um novo link ou entre de novo.",
    failed: "Não foi possível. Tente de novo, ou peça um link a quem administra o seu negócio.",
    unsupported: "Este navegador não aceita chaves de acesso. Abra esta página no Chrome, Safari, Edge ou Firefox.",
    withoutScript: "Para usar uma chave de acesso, permita JavaScript nesta página e carregue-a de novo.",
  },
};

export const signInTexts: Readonly<Record<Language, SignInTexts>> = {
  es: {
    title: "Entrar",
    lead: "Usa la llave de acceso de tu teléfono o computadora.",
    button: "Entrar con llave de acceso",
    noPasskey: "¿Sin llave de acceso? Abre el enlace de tu invitación, o pide uno nuevo a quien administra tu negocio.",
    signedInAs: (name) => `Has entrado como ${name}.`,
    goOn: "Continuar",
  },
  en: {
    title: "Sign in",
    lead: "Use the passkey of your phone or computer.",
    button: "Sign in with a passkey",
    noPasskey: "No passkey? Open the link of your invitation, or ask an owner of your business for a new one.",
    signedInAs: (name) => `You are signed in as ${name}.`,
    goOn: "Continue",
  },
  pt: {
    title: "Entrar",
    lead: "Use a chave de acesso do seu telefone ou computador.",
    button: "Entrar com chave de acesso",
    noPasskey: "Sem chave de acesso? Abra o link do seu convite, ou peça um novo a quem administra o seu negócio.",
    signedInAs: (name) => `Você entrou como ${name}.`,
    goOn: "Continuar",
  },
};

export const newPasskeyTexts: Readonly<Record<Language, NewPasskeyTexts>> = {
  es: {
    title: "Crea tu llave de acceso",
    lead: (name) => `${name}, con ella entras la próxima vez, sin contraseña.`,
    note: "Tu dispositivo la guarda y la protege con tu huella, tu rostro o tu PIN. Sin ella, necesitarás otro enlace para entrar.",
    button: "Crear llave de acceso",
    later: "Más tarde",
  },
  en: {
    title: "Create your passkey",
    lead: (name) => `${name}, you use it to sign in the next time, without a password.`,
    note: "Your device keeps it and protects it with your fingerprint, your face or your PIN. Without it, you need another link to sign in.",
    button: "Create a passkey",
    later: "Later",
  },
  pt: {
    title: "Crie a sua chave de acesso",
    lead: (name) => `${name}, com ela você entra da próxima vez, sem senha.`,
    note: "O seu dispositivo a guarda e a protege com a sua digital, o seu rosto ou o seu PIN. Sem ela, você precisará de outro link para entrar.",
    button: "Criar chave de acesso",
    later: "Mais tarde",
  },
};
