import type { Language } from "@tenant-ops/kit/pages";

/** Why a step of the sign-in did not work. */
export type SignInProblem =
  | "phone"
  | "recipient"
  | "unavailable"
  | "limited"
  | "limitedToday"
  | "code"
  | "codeEnded"
  | "provider"
  | "providerEnded"
  | "ended"
  | "noCookie";

/** The texts of the pages on which a visitor proves who they are. */
export interface SignInTexts {
  title: string;
  lead: string;
  whatsapp: {
    title: string;
    phone: string;
    hint: string;
    send: string;
    /** With the last digits of the phone. */
    sent: (phone: string) => string;
    code: string;
    codeHint: string;
    check: string;
    again: string;
    againHint: string;
    otherPhone: string;
  };
  provider: { title: string; lead: (host: string) => string; button: string };
  or: string;
  problems: Record<SignInProblem, string>;
  /** On the form after the proof. */
  proven: { phone: (phone: string) => string; account: string; change: string; fixed: string };
}

export const signInTexts: Readonly<Record<Language, SignInTexts>> = {
  es: {
    title: "Confirma que eres tú",
    lead: "Antes del registro confirmamos tu identidad. Toma menos de un minuto.",
    whatsapp: {
      title: "Con WhatsApp",
      phone: "Tu número de WhatsApp",
      hint: "Con lada o código de país, como +52 55 1234 5678",
      send: "Recibir un código",
      sent: (phone) => `Enviamos un código por WhatsApp al ${phone}. Vale 10 minutos.`,
      code: "Código de 6 dígitos",
      codeHint: "Lo encuentras en el mensaje de WhatsApp.",
      check: "Confirmar",
      again: "Enviar otro código",
      againHint: "Puedes pedir otro código después de un minuto.",
      otherPhone: "Usar otro número",
    },
    provider: {
      title: "Con tu cuenta",
      lead: (host) => `Inicias sesión en ${host} y vuelves a esta página.`,
      button: "Continuar con mi cuenta",
    },
    or: "o",
    problems: {
      phone: "Escribe un número de teléfono completo, como +52 55 1234 5678.",
      recipient: "A este número no llegan mensajes de WhatsApp. Revísalo o usa otro.",
      unavailable: "En este momento no podemos enviar códigos. Inténtalo más tarde.",
      limited: "Se pidieron demasiados códigos. Espera un momento antes de pedir otro.",
      limitedToday: "Hoy se pidieron demasiados códigos. Inténtalo más tarde o mañana.",
      code: "El código no es correcto. Revísalo e inténtalo de nuevo.",
      codeEnded: "Este código ya no sirve. Pide otro.",
      provider: "No pudimos iniciar sesión con tu cuenta. Inténtalo de nuevo.",
      providerEnded: "El inicio de sesión tardó demasiado o se abrió en otro navegador. Empieza de nuevo.",
      ended: "Tu confirmación venció o ya se usó. Confirma otra vez para registrarte.",
      noCookie: "Tu navegador no guardó el acceso. Permite las cookies de esta página y empieza de nuevo.",
    },
    proven: {
      phone: (phone) => `Número confirmado: ${phone}`,
      account: "Cuenta confirmada",
      change: "Usar otro",
      fixed: "Confirmado; no se puede cambiar aquí.",
    },
  },
  en: {
    title: "Confirm that it is you",
    lead: "We confirm who you are before you register. It takes less than a minute.",
    whatsapp: {
      title: "With WhatsApp",
      phone: "Your WhatsApp number",
      hint: "With country code, such as +1 202 555 0143",
      send: "Get a code",
      sent: (phone) => `We sent a code over WhatsApp to ${phone}. It is valid for 10 minutes.`,
      code: "Code with 6 digits",
      codeHint: "You find it in the WhatsApp message.",
      check: "Confirm",
      again: "Send another code",
      againHint: "You can ask for another code after one minute.",
      otherPhone: "Use another number",
    },
    provider: {
      title: "With your account",
      lead: (host) => `You sign in at ${host} and come back to this page.`,
      button: "Continue with my account",
    },
    or: "or",
    problems: {
      phone: "Write a complete phone number, such as +1 202 555 0143.",
      recipient: "This number gets no WhatsApp messages. Check it or use another one.",
      unavailable: "We cannot send codes at the moment. Try again later.",
      limited: "Too many codes were asked for. Wait a moment before you ask for another one.",
      limitedToday: "Too many codes were asked for today. Try again later or tomorrow.",
      code: "The code is not correct. Check it and try again.",
      codeEnded: "This code no longer works. Ask for another one.",
      provider: "We could not sign you in with your account. Try again.",
      providerEnded: "Signing in took too long, or was opened in another browser. Begin again.",
      ended: "Your confirmation has expired or was used. Confirm again to register.",
      noCookie: "Your browser did not keep the access. Allow cookies of this page and begin again.",
    },
    proven: {
      phone: (phone) => `Confirmed number: ${phone}`,
      account: "Confirmed account",
      change: "Use another one",
      fixed: "Confirmed; it cannot be changed here.",
    },
  },
  pt: {
    title: "Confirme que é você",
    lead: "Antes do cadastro confirmamos a sua identidade. Leva menos de um minuto.",
    whatsapp: {
      title: "Com WhatsApp",
      phone: "Seu número de WhatsApp",
      hint: "Com DDD ou código do país, como +55 11 91234 5678",
      send: "Receber um código",
      sent: (phone) => `Enviamos um código por WhatsApp para ${phone}. Ele vale por 10 minutos.`,
      code: "Código de 6 dígitos",
      codeHint: "Ele está na mensagem do WhatsApp.",
      check: "Confirmar",
      again: "Enviar outro código",
      againHint: "Você pode pedir outro código depois de um minuto.",
      otherPhone: "Usar outro número",
    },
    provider: {
      title: "Com a sua conta",
      lead: (host) => `Você entra em ${host} e volta a esta página.`,
      button: "Continuar com a minha conta",
    },
    or: "ou",
    problems: {
      phone: "Escreva um número de telefone completo, como +55 11 91234 5678.",
      recipient: "Este número não recebe mensagens de WhatsApp. Confira ou use outro.",
      unavailable: "No momento não é possível enviar códigos. Tente mais tarde.",
      limited: "Foram pedidos códigos demais. Aguarde um momento antes de pedir outro.",
      limitedToday: "Hoje foram pedidos códigos demais. Tente mais tarde ou amanhã.",
      code: "O código não está correto. Confira e tente de novo.",
      codeEnded: "Este código não vale mais. Peça outro.",
      provider: "Não foi possível entrar com a sua conta. Tente de novo.",
      providerEnded: "A entrada demorou demais ou foi aberta em outro navegador. Comece de novo.",
      ended: "A sua confirmação venceu ou já foi usada. Confirme de novo para se cadastrar.",
      noCookie: "O seu navegador não guardou o acesso. Permita os cookies desta página e comece de novo.",
    },
    proven: {
      phone: (phone) => `Número confirmado: ${phone}`,
      account: "Conta confirmada",
      change: "Usar outro",
      fixed: "Confirmado; não pode ser alterado aqui.",
    },
  },
};
