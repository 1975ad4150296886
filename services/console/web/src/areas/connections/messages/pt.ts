import type { MessagesLike } from "../../../i18n/language.js";
import type { en } from "./en.js";

export const pt: MessagesLike<typeof en> = {
  title: "Conexões",
  lead: "Agentes que pessoas deste negócio conectaram sem copiar uma chave. Uma conexão nunca faz mais do que a sua pessoa pode.",
  caption: "Conexões deste negócio",
  fields: {
    client: "Agente",
    person: "Pessoa",
    business: "Negócio",
    scopes: "Permissões",
    lastUse: "Último uso",
    calls: "Chamadas",
    state: "Estado",
  },
  unproven: "não comprovado",
  states: { true: "Ativa", false: "Revogada" },
  expired: "Expirada",
  reasons: {
    person: "Uma pessoa a revogou.",
    client: "O próprio agente a encerrou.",
    memberLeft: "A pessoa dela não é mais membro.",
    codeReused: "Um código foi usado pela segunda vez: talvez outra pessoa o tenha lido.",
    refreshTokenReused:
      "Um token de renovação antigo foi enviado de novo: talvez outra pessoa o tenha, ou o agente recuperou um estado anterior.",
  },
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
    lead: "Os agentes que você conectou, em todos os seus negócios. Também as que terminaram, com o motivo.",
    caption: "Suas conexões",
  },
};
