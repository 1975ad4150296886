import type { JsonObject } from "./doors.js";
import type { Resident } from "./residents.js";
import { newSlug } from "./day.js";

// Written by hand from the tables of the specification, as specified-answers.ts is.

export interface SpecifiedPair {
  propose: string;
  write: string;
  required: (resident: Resident) => JsonObject;
  /** What the specification says an omitted parameter is. `undefined`: it may be omitted, and nothing takes its place. */
  defaults: JsonObject;
  /** What the preview of a call without optional parameters has to show. */
  shows: JsonObject;
}

const perder = ({ giftTypes }: Resident) => [
  { value: "Nada", message: "Otra vez", probability: 1, typeOfGift: { name: "Perder", _id: giftTypes["Perder"] } },
];

const utm = { source: "", medium: "", campaign: "", content: "" };

/** The eleven pairs. */
export const specifiedPairs: SpecifiedPair[] = [
  {
    propose: "supply_propose_service_center",
    write: "supply_create_service_center",
    required: () => ({ name: "Centro" }),
    defaults: {
      address: "",
      lat: 0.0,
      long: 0.0,
      maps_link: "",
      active_member_duration: 30,
      non_member_duration: 15,
      capacity: 50,
      country_id: "",
      type: "physical",
      is_active: true,
    },
    shows: {
      address: "",
      capacity: 50,
      countryId: "MX",
      type: "physical",
      isActive: true,
      schedule: { activeMemberDuration: 30, nonMemberDuration: 15 },
    },
  },
  {
    propose: "supply_propose_stock",
    write: "supply_create_stock",
    required: () => ({ product_name: "Guantes", total_stock: 5, min_stock_alert: 1 }),
    defaults: { type: "" },
    shows: { type: "" },
  },
  {
    propose: "supply_propose_service_center_stock",
    write: "supply_create_service_center_stock",
    required: ({ records }) => ({
      stock_id: records["spare_stock_id"],
      service_center_id: records["service_center_id"],
      current_stock: 5,
      min_stock_alert: 1,
    }),
    defaults: { criticality: "" },
    shows: {},
  },
  {
    propose: "supply_propose_withdrawal",
    write: "supply_approve_withdrawal",
    required: ({ records }) => ({
      stock_id: records["stock_id"],
      service_center_id: records["service_center_id"],
      worker_id: "worker-7",
      email: "ana@example.com",
      quantity: 1,
    }),
    defaults: { withdrawal_type: "insumos", entregador: "", tipo_entrega: "", ciudad: "", talla: "" },
    shows: { withdrawalType: "insumos", entregador: "", tipoEntrega: "", ciudad: "", talla: "" },
  },
  {
    propose: "roulettes_propose_item",
    write: "roulettes_create_item",
    required: () => ({ name: "Termo", available_stock: 5 }),
    defaults: { description: "", currency: "MXN", track_stock: true, enabled_in_rewards: true },
    shows: { description: "", currency: "MXN", track_stock: true, enabled_in_rewards: true, country: "MX" },
  },
  {
    propose: "roulettes_propose_roulette",
    write: "roulettes_create_roulette",
    required: (resident) => ({
      name: "Rueda",
      gifts: perder(resident),
      time_to_win: 5,
      time_to_lose: 3,
      text_to_win: "Ganaste",
      text_to_lose: "Otra vez",
      terms_and_conditions: "Ninguna",
      roulette_type_id: 1,
      roulette_type_name: "standard",
    }),
    defaults: { is_active: false, time_unit: "hours", time_to_expire: 24, max_wins: 1 },
    shows: { isActive: false, time_unit: "hours", time_to_expire: 24, max_wins: 1, country: "MX" },
  },
  {
    propose: "learning_propose_create_course",
    write: "learning_approve_create_course",
    required: () => ({ title: "Seguridad", slug: newSlug("curso") }),
    defaults: { description: "", exam_approve_score: undefined, is_certified: false },
    shows: { description: "", isCertified: false, published: false },
  },
  {
    propose: "learning_propose_update_course",
    write: "learning_approve_update_course",
    required: ({ records }) => ({ course_id: records["course_id"] }),
    defaults: {
      title: undefined,
      description: undefined,
      exam_approve_score: undefined,
      is_certified: undefined,
      published: undefined,
    },
    shows: {},
  },
  {
    propose: "learning_propose_issue_certificate",
    write: "learning_approve_issue_certificate",
    required: ({ records }) => ({ session_id: records["session_id"] }),
    defaults: {},
    shows: {},
  },
  {
    propose: "flows_propose_create_flow",
    write: "flows_approve_create_flow",
    required: ({ records }) => ({
      name: "Verano",
      slug: newSlug("flujo"),
      redirect_type: "roulette",
      redirect_target_id: records["roulette_id"],
    }),
    defaults: { redirect_url: "", registration_fields: undefined, ...utm, is_bank_provider_required: false },
    shows: {
      registrationFields: [{ text: "First Name" }, { text: "Last Name" }, { text: "Country" }],
      ...utm,
      isBankProviderRequired: false,
      authType: "whatsapp",
    },
  },
  {
    propose: "flows_propose_update_flow",
    write: "flows_approve_update_flow",
    required: ({ records }) => ({ slug: records["slug"] }),
    defaults: Object.fromEntries(
      [
        ...["name", "is_active", "redirect_type", "redirect_target_id", "redirect_url", "registration_fields"],
        ...[...Object.keys(utm), "is_bank_provider_required"],
      ].map((name) => [name, undefined]),
    ),
    shows: {},
  },
];

/** The parameters of the reading tools that may be omitted. */
export const specifiedReads: { name: string; required?: (resident: Resident) => JsonObject; defaults: JsonObject }[] = [
  { name: "supply_list_stocks", defaults: { limit: 100 } },
  { name: "supply_list_service_center_stocks", defaults: { service_center_id: "", limit: 100 } },
  { name: "supply_get_low_stock_alerts", defaults: { limit: 100 } },
  { name: "supply_get_withdrawal_history", defaults: { date_from: "", date_to: "", limit: 50 } },
  { name: "supply_list_service_centers", defaults: { limit: 100 } },
  { name: "roulettes_list_roulette_items", defaults: {} },
  { name: "roulettes_list_roulettes", defaults: {} },
  {
    name: "roulettes_get_roulette",
    required: ({ records }) => ({ roulette_id: records["roulette_id"] }),
    defaults: {},
  },
  { name: "learning_list_courses", defaults: { limit: 100 } },
  {
    name: "learning_get_enrollment_stats",
    defaults: { course_id: undefined, date_from: undefined, date_to: undefined },
  },
  { name: "learning_get_course_progress", defaults: { course_id: "", limit: 100 } },
  { name: "learning_get_exam_results", defaults: { course_id: undefined } },
  { name: "learning_get_certificates_issued", defaults: { date_from: undefined, date_to: undefined, limit: 100 } },
  { name: "flows_list_flows", defaults: { limit: 100 } },
  { name: "flows_get_flow_stats", defaults: {} },
  { name: "flows_get_flow_by_slug", required: ({ records }) => ({ slug: records["slug"] }), defaults: {} },
];
