import type { Access } from "@tenant-ops/kit/call";
import { getRouteScope } from "@tenant-ops/kit/http";
import type { Language } from "@tenant-ops/kit/pages";
import { type Area, areas, tools } from "@tenant-ops/proto";
import contract from "@tenant-ops/rest/routes.json" with { type: "json" };

// Every scope, and who can have it. The page of consent, docs/connections.md and docs/access.md are made from this.

type Words = Readonly<Record<Language, string>>;

/** What an agent can do in an area, as a person reads it before allowing it; without `write` where nothing can be changed. */
export const areaWords: Readonly<Record<Area, Readonly<{ read: Words; write?: Words }>>> = {
  supply: {
    read: {
      en: "See products, centers, stock, movements and withdrawals",
      es: "Ver productos, centros, existencias, movimientos y retiros",
      pt: "Ver produtos, centros, estoque, movimentações e retiradas",
    },
    write: {
      en: "Create and change products and centers; receive, count, move and withdraw stock",
      es: "Crear y cambiar productos y centros; recibir, contar, mover y retirar existencias",
      pt: "Criar e alterar produtos e centros; receber, contar, mover e retirar estoque",
    },
  },
  roulettes: {
    read: {
      en: "See roulettes, prizes, chances and spins, and the winners by name and contact",
      es: "Ver ruletas, premios, probabilidades y giros, y a los ganadores con su nombre y contacto",
      pt: "Ver roletas, prêmios, chances e giros, e os ganhadores com nome e contato",
    },
    write: {
      en: "Create and change roulettes and prizes; spin; mark prizes as handed over",
      es: "Crear y cambiar ruletas y premios; girar; marcar premios como entregados",
      pt: "Criar e alterar roletas e prêmios; girar; marcar prêmios como entregues",
    },
  },
  learning: {
    read: {
      en: "See courses, and the progress, exams and certificates of learners by name",
      es: "Ver cursos, y el avance, los exámenes y los certificados de los alumnos con su nombre",
      pt: "Ver cursos, e o progresso, as provas e os certificados dos alunos pelo nome",
    },
    write: {
      en: "Create and change courses; enrol learners, record their progress and issue certificates",
      es: "Crear y cambiar cursos; inscribir alumnos, registrar su avance y emitir certificados",
      pt: "Criar e alterar cursos; inscrever alunos, registrar o progresso deles e emitir certificados",
    },
  },
  flows: {
    read: {
      en: "See registration pages, campaigns, documents and their numbers",
      es: "Ver páginas de registro, campañas, documentos y sus cifras",
      pt: "Ver páginas de cadastro, campanhas, documentos e seus números",
    },
    write: {
      en: "Create, change, publish and switch off registration pages and campaigns",
      es: "Crear, cambiar, publicar y desactivar páginas de registro y campañas",
      pt: "Criar, alterar, publicar e desativar páginas de cadastro e campanhas",
    },
  },
  webhooks: {
    read: {
      en: "See webhook endpoints and what was sent to them",
      es: "Ver los destinos de webhooks y qué se les envió",
      pt: "Ver os destinos de webhooks e o que foi enviado a eles",
    },
    write: {
      en: "Send events again to the endpoints that exist",
      es: "Volver a enviar eventos a los destinos que ya existen",
      pt: "Enviar eventos de novo aos destinos que já existem",
    },
  },
  analytics: {
    read: {
      en: "See numbers over time: withdrawals, spins, prizes, courses, pages and webhooks",
      es: "Ver cifras a lo largo del tiempo: retiros, giros, premios, cursos, páginas y webhooks",
      pt: "Ver números ao longo do tempo: retiradas, giros, prêmios, cursos, páginas e webhooks",
    },
  },
};

/** Scopes by their effect. They are part of no area: people and keys can have them, agents of people never. */
export const keyOnlyScopes = {
  "visitors:read": {
    en: "Read the registrations of visitors, their files, and the codes of their prizes",
    es: "Leer los registros de los visitantes, sus archivos y los códigos de sus premios",
    pt: "Ler os cadastros dos visitantes, os arquivos deles e os códigos dos seus prêmios",
  },
  "visitors:write": {
    en: "Ask the bank about a registration again, and report what the bank has decided",
    es: "Volver a consultar al banco sobre un registro, e informar qué decidió el banco",
    pt: "Consultar o banco de novo sobre um cadastro, e informar o que o banco decidiu",
  },
  "settings:write": {
    en: "Change where data is sent and who confirms it: bank validation, sign-in and WhatsApp of visitors, webhook endpoints and secrets",
    es: "Cambiar a dónde se envían los datos y quién los confirma: validación bancaria, inicio de sesión y WhatsApp de los visitantes, destinos de webhooks y secretos",
    pt: "Alterar para onde os dados são enviados e quem os confirma: validação bancária, acesso e WhatsApp dos visitantes, destinos de webhooks e segredos",
  },
} satisfies Record<string, Words>;

/** The same about what only people have. */
export const personOnlyWords: Words = {
  en: "Manage keys, members, connections and other settings; export or erase the data of a person",
  es: "Administrar claves, miembros, conexiones y otros ajustes; exportar o borrar los datos de una persona",
  pt: "Gerenciar chaves, membros, conexões e outras configurações; exportar ou apagar os dados de uma pessoa",
};

/** Whether something of an area can be changed, with a tool or over REST: only then there is a scope for it. */
const canChange = (area: Area): boolean =>
  tools.some((tool) => tool.area === area && tool.isWrite) ||
  contract.routes.some((route) => getRouteScope(route) === `${area}:write`);

/** The scopes of all areas. Areas in which nothing can be changed have none to write. */
export const areaScopes: Readonly<Record<Access, readonly string[]>> = {
  read: areas.map((area) => `${area}:read`),
  write: areas.filter(canChange).map((area) => `${area}:write`),
};

/** What a host of agents asks for first: it asks the person again when its agent wants to write. */
export const agentReadScopes = areaScopes.read;

/** The scopes that an agent of a person can have. */
export const agentScopes: readonly string[] = [...areaScopes.read, ...areaScopes.write];

/** The scopes that a key can have beside `*`. */
export const keyScopes: readonly string[] = [...agentScopes, ...Object.keys(keyOnlyScopes)];
