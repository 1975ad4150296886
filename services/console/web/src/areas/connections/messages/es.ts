import type { MessagesLike } from "../../../i18n/language.js";
import type { en } from "./en.js";

export const es: MessagesLike<typeof en> = {
  title: "Conexiones",
  lead: "Agentes que personas de este negocio conectaron sin copiar una clave. Una conexión nunca hace más de lo que su persona puede.",
  caption: "Conexiones de este negocio",
  fields: {
    client: "Agente",
    person: "Persona",
    business: "Negocio",
    scopes: "Permisos",
    lastUse: "Último uso",
    calls: "Llamadas",
    state: "Estado",
  },
  unproven: "sin comprobar",
  states: { true: "Activa", false: "Revocada" },
  expired: "Caducada",
  reasons: {
    person: "Una persona la revocó.",
    client: "El agente la terminó por sí mismo.",
    memberLeft: "Su persona ya no es miembro.",
    codeReused: "Un código se usó por segunda vez: quizá alguien más lo leyó.",
    refreshTokenReused:
      "Se envió otra vez un token de renovación anterior: quizá alguien más lo tiene, o el agente recuperó un estado anterior.",
  },
  revoke: "Revocar",
  revokeTitle: (name) => `¿Revocar “${name}”?`,
  revokeText:
    "Su próxima llamada se rechaza, en menos de un segundo. No se puede deshacer; el agente se puede conectar otra vez.",
  revoked: "La conexión está revocada",
  emptyTitle: "Aún no hay conexiones",
  emptyText: "Agrega la dirección del servidor MCP a un agente que use OAuth; te lleva a una página de consentimiento.",
  sandbox: "Entorno de prueba",
  own: {
    lead: "Los agentes que conectaste, en todos tus negocios. También las que terminaron, con el motivo.",
    caption: "Tus conexiones",
  },
};
