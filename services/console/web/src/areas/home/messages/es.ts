import type { MessagesLike } from "../../../i18n/language.js";
import type { en } from "./en.js";

export const es: MessagesLike<typeof en> = {
  title: "Inicio",
  lead: "Lo que necesita a una persona y los últimos 30 días.",
  showAll: "Ver todo",
  showAllOf: (title) => `Ver todo: ${title}`,
  lowStock: "Poco inventario",
  noLowStock: "Ningún producto está bajo en ningún centro.",
  units: (held, alert) => `Quedan: ${held}; alerta por debajo de ${alert}`,
  expiringPrizes: "Premios por vencer",
  noExpiringPrizes: "Ningún premio vence en las próximas 48 horas.",
  endpoints: "Webhooks que fallan",
  noEndpoints: "Ningún destino falla.",
  flows: "Páginas de registro fuera de línea",
  noFlows: "Todas las páginas de registro están en línea.",
  charts: {
    title: "Los últimos 30 días",
    lead: "Una barra por día, en la zona horaria del negocio.",
    withdrawals: "Retiros",
    withdrawalSum: (count, units) => `${count}; unidades: ${units}`,
    spins: "Giros",
    spinSum: (count, won, claimed) => `${count}; premios ganados: ${won}, canjeados: ${claimed}`,
    enrollments: "Inscripciones",
    enrollmentSum: (count, completed) => `${count}; terminadas: ${completed}`,
    visits: "Visitas a las páginas de registro",
    visitSum: (count, unique) => `${count}; visitantes distintos: ${unique}`,
    registrations: "Registros",
    registrationSum: (count) => `${count}`,
    deliveries: "Entregas de webhooks",
    deliverySum: (delivered, failed) => `entregadas: ${delivered}, fallidas: ${failed}`,
  },
};
