import type { Language } from "@tenant-ops/kit/pages";

export interface InvitationTexts {
  join: (business: string) => string;
  joinLead: (inviter: string, business: string) => string;
  joinButton: string;
  joinAs: (name: string) => string;
  joinAsNew: (name: string) => string;
  return: (business: string) => string;
  returnLead: (name: string) => string;
  returnButton: string;
  once: string;
  gone: { title: string; text: string };
}

export const invitationTexts: Readonly<Record<Language, InvitationTexts>> = {
  es: {
    join: (business) => `Únete a ${business}`,
    joinLead: (inviter, business) => `${inviter} te invita a trabajar en ${business}.`,
    joinButton: "Aceptar la invitación",
    joinAs: (name) => `Unirme como ${name}`,
    joinAsNew: (name) => `Crear otra persona: ${name}`,
    return: (business) => `Entrar en ${business}`,
    returnLead: (name) => `Este enlace es para ${name}.`,
    returnButton: "Entrar",
    once: "El enlace sirve una sola vez.",
    gone: {
      title: "Este enlace ya no sirve",
      text: "Ya se usó, venció o está incompleto. Pide uno nuevo a quien te lo envió.",
    },
  },
  en: {
    join: (business) => `Join ${business}`,
    joinLead: (inviter, business) => `${inviter} invites you to work in ${business}.`,
    joinButton: "Accept the invitation",
    joinAs: (name) => `Join as ${name}`,
    joinAsNew: (name) => `Create another person: ${name}`,
    return: (business) => `Sign in to ${business}`,
    returnLead: (name) => `This link is for ${name}.`,
    returnButton: "Sign in",
    once: "The link works once.",
    gone: {
      title: "This link does not work any more",
      text: "It was used, has expired or is incomplete. Ask the person who sent it for a new one.",
    },
  },
  pt: {
    join: (business) => `Entre na equipe de ${business}`,
    joinLead: (inviter, business) => `${inviter} convida você para trabalhar em ${business}.`,
    joinButton: "Aceitar o convite",
    joinAs: (name) => `Entrar como ${name}`,
    joinAsNew: (name) => `Criar outra pessoa: ${name}`,
    return: (business) => `Entrar em ${business}`,
    returnLead: (name) => `Este link é para ${name}.`,
    returnButton: "Entrar",
    once: "O link funciona uma única vez.",
    gone: {
      title: "Este link não funciona mais",
      text: "Ele já foi usado, expirou ou está incompleto. Peça um novo a quem o enviou.",
    },
  },
};
