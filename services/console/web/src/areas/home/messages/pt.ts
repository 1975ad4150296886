import type { MessagesLike } from "../../../i18n/language.js";
import type { en } from "./en.js";

export const pt: MessagesLike<typeof en> = {
  title: "Início",
  lead: "O que precisa de uma pessoa e os últimos 30 dias.",
  showAll: "Ver tudo",
  showAllOf: (title) => `Ver tudo: ${title}`,
  lowStock: "Estoque baixo",
  noLowStock: "Nenhum produto está baixo em nenhum centro.",
  units: (held, alert) => `Restam: ${held}; alerta abaixo de ${alert}`,
  expiringPrizes: "Prêmios prestes a expirar",
  noExpiringPrizes: "Nenhum prêmio expira nas próximas 48 horas.",
  endpoints: "Webhooks que falham",
  noEndpoints: "Nenhum destino falha.",
  flows: "Fluxos que não estão no ar",
  noFlows: "Todos os fluxos estão no ar.",
  charts: {
    title: "Os últimos 30 dias",
    lead: "Uma barra por dia, no fuso horário do negócio.",
    withdrawals: "Retiradas",
    withdrawalSum: (count, units) => `${count}; unidades: ${units}`,
    spins: "Giros",
    spinSum: (count, won, claimed) => `${count}; prêmios ganhos: ${won}, resgatados: ${claimed}`,
    enrollments: "Inscrições",
    enrollmentSum: (count, completed) => `${count}; concluídas: ${completed}`,
    visits: "Visitas aos fluxos",
    visitSum: (count, unique) => `${count}; visitantes diferentes: ${unique}`,
    registrations: "Cadastros",
    registrationSum: (count) => `${count}`,
    deliveries: "Entregas de webhooks",
    deliverySum: (delivered, failed) => `entregues: ${delivered}, com falha: ${failed}`,
  },
};
