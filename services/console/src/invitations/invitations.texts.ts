import type { Language } from "@tenant-ops/kit/pages";

export interface InvitationTexts {
  join: (business: string) => string;
  joinLead: (inviter: string, business: string) => string;
  /** For a link of the operator, whose key has a name that the person does not know. */
  joinLeadOfOperator: (business: string) => string;
  joinButton: string;
  joinAs: (name: string) => string;
  joinAsNew: (name: string) => string;
  /** Above the passkeys that a person who joins has to recognise. */
  passkeys: string;
  passkeysHint: string;
  addedOn: (day: string) => string;
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
    joinLeadOfOperator: (business) => `Con este enlace puedes trabajar en ${business}.`,
    joinButton: "Aceptar la invitación",
    joinAs: (name) => `Unirme como ${name}`,
    joinAsNew: (name) => `Crear otra persona: ${name}`,
    passkeys: "¿Cuáles de estas llaves de acceso son tuyas?",
    passkeysHint:
      "Se agregaron después de usar un enlace, y quien hizo el enlace también pudo agregarlas. Marca las que reconoces: las demás se eliminan, y tus otras sesiones terminan.",
    addedOn: (day) => `agregada el ${day}`,
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
    joinLeadOfOperator: (business) => `With this link you can work in ${business}.`,
    joinButton: "Accept the invitation",
    joinAs: (name) => `Join as ${name}`,
    joinAsNew: (name) => `Create another person: ${name}`,
    passkeys: "Which of these passkeys are yours?",
    passkeysHint:
      "They were added after a link was used, and whoever made the link could have added them. Mark those that you recognise: the others are deleted, and your other sessions end.",
    addedOn: (day) => `added on ${day}`,
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
    joinLeadOfOperator: (business) => `Com este link você pode trabalhar em ${business}.`,
    joinButton: "Aceitar o convite",
    joinAs: (name) => `Entrar como ${name}`,
    joinAsNew: (name) => `Criar outra pessoa: ${name}`,
    passkeys: "Quais destas chaves de acesso são suas?",
    passkeysHint:
      "Elas foram adicionadas depois do uso de um link, e quem criou o link também pode tê-las adicionado. Marque as que você reconhece: as outras são excluídas, e as suas outras sessões terminam.",
    addedOn: (day) => `adicionada em ${day}`,
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
