import type { Language, MessageTexts } from "@tenant-ops/kit/pages";

export type ProviderProblem = "missing" | "old" | "failed" | "refused" | "unreadable";

export interface ProviderTexts {
  title: (business: string) => string;
  lead: (host: string) => string;
  button: string;
  again: string;
  goOn: MessageTexts & { button: string };
  problems: Record<ProviderProblem, MessageTexts>;
}

export const providerTexts: Readonly<Record<Language, ProviderTexts>> = {
  es: {
    title: (business) => `Entrar en ${business}`,
    lead: (host) => `Este negocio usa ${host} para confirmar quién eres.`,
    button: "Continuar",
    again: "Volver a entrar",
    goOn: { title: "Un momento", text: "Te llevamos a tu proveedor de identidad.", button: "Continuar" },
    problems: {
      missing: { title: "No hay nada aquí", text: "Este negocio no usa un proveedor de identidad." },
      old: { title: "Esta página ya no sirve", text: "Pasó demasiado tiempo, o empezaste en otro navegador." },
      failed: { title: "No fue posible entrar", text: "El proveedor de identidad no confirmó quién eres." },
      unreadable: {
        title: "No fue posible entrar",
        text: "Quien administra este negocio tiene que volver a escribir el secreto de su proveedor de identidad.",
      },
      refused: {
        title: "No puedes entrar",
        text: "Tu cuenta no está entre las de este negocio. Pregunta a quien lo administra.",
      },
    },
  },
  en: {
    title: (business) => `Sign in to ${business}`,
    lead: (host) => `This business uses ${host} to confirm who you are.`,
    button: "Continue",
    again: "Sign in again",
    goOn: { title: "One moment", text: "You are sent to your identity provider.", button: "Continue" },
    problems: {
      missing: { title: "There is nothing here", text: "This business does not use an identity provider." },
      old: {
        title: "This page does not work any more",
        text: "Too much time has passed, or you began in another browser.",
      },
      failed: { title: "Signing in was not possible", text: "The identity provider did not confirm who you are." },
      unreadable: {
        title: "Signing in was not possible",
        text: "An administrator of this business has to enter the secret of its identity provider again.",
      },
      refused: {
        title: "You cannot sign in",
        text: "Your account is not one of this business. Ask one of its owners.",
      },
    },
  },
  pt: {
    title: (business) => `Entrar em ${business}`,
    lead: (host) => `Este negócio usa ${host} para confirmar quem você é.`,
    button: "Continuar",
    again: "Entrar de novo",
    goOn: { title: "Um momento", text: "Levamos você ao seu provedor de identidade.", button: "Continuar" },
    problems: {
      missing: { title: "Não há nada aqui", text: "Este negócio não usa um provedor de identidade." },
      old: { title: "Esta página não funciona mais", text: "Passou tempo demais, ou você começou em outro navegador." },
      failed: { title: "Não foi possível entrar", text: "O provedor de identidade não confirmou quem você é." },
      unreadable: {
        title: "Não foi possível entrar",
        text: "Quem administra este negócio precisa digitar de novo o segredo do seu provedor de identidade.",
      },
      refused: {
        title: "Você não pode entrar",
        text: "A sua conta não é deste negócio. Pergunte a quem o administra.",
      },
    },
  },
};
