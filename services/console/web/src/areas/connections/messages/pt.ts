import type { MessagesLike } from "../../../i18n/language.js";
import type { en } from "./en.js";

export const pt: MessagesLike<typeof en> = {
  title: "Conexões",
  lead: "Agentes que pessoas deste negócio conectaram sem copiar uma chave. Uma conexão nunca faz mais do que a sua pessoa pode.",
  caption: "Conexões deste negócio",
  columns: {
    client: "Agente",
    person: "Pessoa",
    business: "Negócio",
    scopes: "Permissões",
    lastUse: "Último uso",
    calls: "Chamadas",
    actions: "Ações",
  },
  unproven: "não comprovado",
  state: "Estado",
  states: { true: "Ativa", false: "Revogada" },
  revoke: "Revogar",
  revokeTitle: (name) => `Revogar “${name}”?`,
  revokeText:
    "A próxima chamada é recusada, em menos de um segundo. Não é possível desfazer; o agente pode ser conectado de novo.",
  revoked: "A conexão está revogada",
  emptyTitle: "Ainda não há conexões",
  emptyText:
    "Adicione o endereço do servidor MCP a um agente que use OAuth; ele leva você a uma página de consentimento.",
  sandbox: "Ambiente de teste",
  own: {
    lead: "Os agentes que você conectou, em todos os seus negócios. As revogadas não são mostradas.",
    caption: "Suas conexões",
  },
};
