import type { HomeMessages } from "./index.js";

export const pt: HomeMessages = {
  title: "Início",
  lead: "O que precisa de uma pessoa.",
  lowStock: "Estoque baixo",
  noLowStock: "Nenhum produto está baixo em nenhum centro.",
  units: (held, alert) => `${held} unidades; baixo se houver menos de ${alert}`,
  endpoints: "Webhooks que falham",
  noEndpoints: "Nenhum destino falha.",
};
