import type { Language } from "@tenant-ops/kit/pages";

export interface SignInTexts {
  title: string;
  lead: string;
}

export const signInTexts: Readonly<Record<Language, SignInTexts>> = {
  es: { title: "Entrar", lead: "Abre el enlace de tu invitación, o pide uno nuevo a quien administra tu negocio." },
  en: { title: "Sign in", lead: "Open the link of your invitation, or ask an owner of your business for a new one." },
  pt: { title: "Entrar", lead: "Abra o link do seu convite, ou peça um novo a quem administra o seu negócio." },
};
