import type { MessagesLike } from "../../../i18n/language.js";
import type { en } from "./en.js";

export const es: MessagesLike<typeof en> = {
  title: "Conexiones",
  lead: "Agentes que personas de este negocio conectaron sin copiar una clave. Una conexión nunca hace más de lo que su persona puede.",
  caption: "Conexiones de este negocio",
  columns: {
    client: "Agente",
    person: "Persona",
    business: "Negocio",
    scopes: "Permisos",
    lastUse: "Último uso",
    calls: "Llamadas",
    actions: "Acciones",
  },
  unproven: "sin comprobar",
  state: "Estado",
  states: { true: "Activa", false: "Revocada" },
  revoke: "Revocar",
  revokeTitle: (name) => `¿Revocar “${name}”?`,
  revokeText:
    "Su próxima llamada se rechaza, en menos de un segundo. No se puede deshacer; el agente se puede conectar otra vez.",
  revoked: "La conexión está revocada",
  emptyTitle: "Aún no hay conexiones",
  emptyText: "Agrega la dirección del servidor MCP a un agente que use OAuth; te lleva a una página de consentimiento.",
  sandbox: "Entorno de prueba",
  own: {
    lead: "Los agentes que conectaste, en todos tus negocios. Las revocadas no se muestran.",
    caption: "Tus conexiones",
  },
};
