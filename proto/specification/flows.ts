import { get, list, pair, resource, toLines } from "./builders.js";
import { boolean, id, integer, oneOf, percent, text } from "./shapes.js";
import type { AreaSpecification } from "./types.js";

const redirectTypes = ["roulette", "course", "survey", "event", "url"];
const redirectType = redirectTypes.join(" | ");
const utm = { source: "", medium: "", campaign: "", content: "" };

const metrics = {
  completedCount: integer,
  uniqueVisitCount: integer,
  totalVisitCount: integer,
  conversionRate: percent,
  publicUrl: text,
};

const objects = {
  registration_fields: toLines(`
    text: string
    value: string
    type: string
    placeholder: string
    isRequired: boolean`),
};

const tools = [
  list("flows_list_flows", "limit: integer = 100", { slug: text, name: text, isActive: boolean, ...metrics }),
  get("flows_get_flow_stats", "", {
    totalFlows: integer,
    activeFlows: integer,
    inactiveFlows: integer,
    totalCompletions: integer,
    totalVisits: integer,
    uniqueVisits: integer,
    conversionRate: percent,
  }),
  get(
    "flows_get_flow_by_slug",
    "slug!: string",
    {
      slug: text,
      name: text,
      isActive: boolean,
      registrationFields: [{ text, value: text, type: text, placeholder: text, isRequired: boolean }],
      redirect: { type: oneOf(...redirectTypes), targetId: text, url: text },
      source: text,
      medium: text,
      campaign: text,
      content: text,
      authType: text,
      ...metrics,
    },
    { slug: "{slug}" },
  ),
  ...pair(
    "flows_propose_create_flow",
    {
      kind: "create",
      name: "flows_approve_create_flow",
      answer: { _id: id, slug: text, publicUrl: text, status: oneOf("created"), message: text },
    },
    {
      parameters: `
        name!: string
        slug!: string
        redirect_type!: ${redirectType}
        redirect_target_id: string = ""
        redirect_url: string = ""
        registration_fields?: array of objects
        source: string = ""
        medium: string = ""
        campaign: string = ""
        content: string = ""
        is_bank_provider_required: boolean = false`,
      objects,
      arguments: {
        name: "Verano",
        slug: "flujo-{unique}",
        redirect_type: "roulette",
        redirect_target_id: "{roulette_id}",
      },
      shows: {
        registrationFields: [{ text: "First Name" }, { text: "Last Name" }, { text: "Country" }],
        ...utm,
        isBankProviderRequired: false,
        authType: "whatsapp",
      },
    },
  ),
  ...pair(
    "flows_propose_update_flow",
    { kind: "update", name: "flows_approve_update_flow", answer: { slug: text, updated: oneOf(true) } },
    {
      parameters: `
        slug!: string
        name?: string
        is_active?: boolean
        redirect_type?: ${redirectType}
        redirect_target_id?: string
        redirect_url?: string
        registration_fields?: array of objects
        source?: string
        medium?: string
        campaign?: string
        content?: string
        is_bank_provider_required?: boolean`,
      objects,
      arguments: { slug: "{slug}" },
    },
  ),
];

export const flows: AreaSpecification = {
  tools,
  refusals: [
    {
      what: "a flow slug that is taken",
      write: "flows_approve_create_flow",
      wrong: { slug: "{slug}" },
      error: "slug_taken",
    },
    {
      what: "a flow slug that is not kebab-case",
      write: "flows_approve_create_flow",
      wrong: { slug: "Not Kebab" },
      error: "invalid_argument",
    },
    {
      what: "a redirect target that is not there",
      write: "flows_approve_create_flow",
      wrong: { redirect_target_id: "x" },
      error: "target_not_found",
    },
    {
      what: "a redirect to a roulette without its id",
      write: "flows_approve_create_flow",
      wrong: { redirect_target_id: "" },
      error: "redirect_mismatch",
    },
    {
      what: "a redirect to a url without the url",
      write: "flows_approve_create_flow",
      wrong: { redirect_type: "url", redirect_target_id: "" },
      error: "redirect_mismatch",
    },
  ],
  resources: [
    resource(
      "service://flows/schema/schemas",
      "flows_schemas",
      `slug name isActive registrationFields text value type placeholder isRequired redirect roulette course survey event url
       source medium campaign content authType completedCount uniqueVisitCount totalVisitCount conversionRate publicUrl`,
    ),
    resource(
      "service://flows/schema/glossary",
      "flows_glossary",
      "completedCount uniqueVisitCount totalVisitCount conversionRate publicUrl campaign",
    ),
    resource(
      "service://flows/skill",
      "flows_skill",
      "flows_propose_create_flow flows_approve_create_flow preview yes console scaffold",
    ),
  ],
};
