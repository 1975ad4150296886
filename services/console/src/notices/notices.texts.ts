import { counted, type Language } from "@tenant-ops/kit/pages";

interface NoticeTexts {
  /** Subject and first line. The number stands before the name, which may contain the sign of a number. */
  waiting: (count: number, business: string) => string;
  askedBy: (name: string) => string;
  /** In place of a name that cannot be shown. */
  anAgent: string;
  /** Above the link. */
  decide: string;
  why: (business: string) => string;
}

export const noticeTexts: Readonly<Record<Language, NoticeTexts>> = {
  es: {
    waiting: (count, business) =>
      `${counted.es(count, "# solicitud espera tu decisión", "# solicitudes esperan tu decisión")} en ${business}`,
    askedBy: (name) => `Quién lo pide: ${name}`,
    anAgent: "un agente",
    decide: "Decide aquí:",
    why: (business) =>
      `Recibes este correo porque decides las solicitudes de los agentes en ${business}. En la página «Aprobaciones» puedes desactivarlo o elegir horas sin correos.`,
  },
  en: {
    waiting: (count, business) =>
      `${counted.en(count, "# request waits for your decision", "# requests wait for your decision")} in ${business}`,
    askedBy: (name) => `Who asks: ${name}`,
    anAgent: "an agent",
    decide: "Decide here:",
    why: (business) =>
      `You get this e-mail because you decide requests of agents in ${business}. On the page "Approvals" you can switch it off or choose hours without e-mails.`,
  },
  pt: {
    waiting: (count, business) =>
      `${counted.pt(count, "# pedido espera a sua decisão", "# pedidos esperam a sua decisão")} em ${business}`,
    askedBy: (name) => `Quem pede: ${name}`,
    anAgent: "um agente",
    decide: "Decida aqui:",
    why: (business) =>
      `Você recebe este e-mail porque decide os pedidos dos agentes em ${business}. Na página "Aprovações" você pode desativá-lo ou escolher horas sem e-mails.`,
  },
};
