import type { Language } from "@tenant-ops/kit/pages";

/** Names of the tools that write, for people who decide about their calls: of the console, and of mails. */
export const toolWords: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  supply_approve_withdrawal: {
    en: "Withdrawal",
    es: "Retiro",
    pt: "Retirada",
  },
  supply_approve_receive_stock: {
    en: "Receipt of units",
    es: "Recepción de unidades",
    pt: "Recebimento de unidades",
  },
  supply_approve_transfer_stock: {
    en: "Transfer to another center",
    es: "Traslado a otro centro",
    pt: "Transferência para outro centro",
  },
  supply_approve_count_stock: {
    en: "Correction by a count",
    es: "Corrección por un conteo",
    pt: "Correção por contagem",
  },
  supply_create_service_center_stock: {
    en: "New stock of a center",
    es: "Existencias nuevas de un centro",
    pt: "Novo estoque de um centro",
  },
  supply_create_stock: {
    en: "New product",
    es: "Producto nuevo",
    pt: "Novo produto",
  },
  supply_create_service_center: {
    en: "New center",
    es: "Centro nuevo",
    pt: "Novo centro",
  },
  roulettes_create_roulette: {
    en: "New roulette",
    es: "Ruleta nueva",
    pt: "Nova roleta",
  },
  roulettes_approve_update_roulette: {
    en: "Change of a roulette",
    es: "Cambio de una ruleta",
    pt: "Mudança de uma roleta",
  },
  roulettes_approve_gift_units: {
    en: "Units of a gift",
    es: "Unidades de un regalo",
    pt: "Unidades de um brinde",
  },
  roulettes_create_item: {
    en: "New prize item",
    es: "Artículo nuevo",
    pt: "Novo item",
  },
  roulettes_approve_update_item: {
    en: "Change of a prize item",
    es: "Cambio de un artículo",
    pt: "Mudança de um item",
  },
  roulettes_approve_item_stock: {
    en: "Stock of a prize item",
    es: "Existencias de un artículo",
    pt: "Estoque de um item",
  },
  roulettes_approve_prize_claim: {
    en: "Claim of a prize",
    es: "Canje de un premio",
    pt: "Resgate de um prêmio",
  },
  learning_approve_create_course: {
    en: "New course",
    es: "Curso nuevo",
    pt: "Novo curso",
  },
  learning_approve_update_course: {
    en: "Change of a course",
    es: "Cambio de un curso",
    pt: "Mudança de um curso",
  },
  learning_approve_course_modules: {
    en: "Modules of a course",
    es: "Módulos de un curso",
    pt: "Módulos de um curso",
  },
  learning_approve_enrollments: {
    en: "Enrollment of learners",
    es: "Inscripción de alumnos",
    pt: "Inscrição de alunos",
  },
  learning_approve_issue_certificate: {
    en: "Certificate",
    es: "Certificado",
    pt: "Certificado",
  },
  learning_approve_certificate_batch: {
    en: "Several certificates",
    es: "Varios certificados",
    pt: "Vários certificados",
  },
  flows_approve_create_flow: {
    en: "New registration page",
    es: "Página de registro nueva",
    pt: "Nova página de cadastro",
  },
  flows_approve_update_flow: {
    en: "Change of a registration page",
    es: "Cambio de una página de registro",
    pt: "Mudança de uma página de cadastro",
  },
};
