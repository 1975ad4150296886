import type { Vertical } from "./verticals.js";

/**
 * The tools of the specification, as a person reads them there: what they take and what they answer.
 *
 *   name!: type            required
 *   name?: type            optional, absent means something of its own
 *   name: type = default   optional, absent means the default
 *
 * The tests hold the catalogue against it, so it is written by hand and never generated.
 */
export interface SpecifiedTool {
  name: string;
  kind: "read" | "propose" | "create" | "update" | "withdraw";
  parameters: string[];
  /** Fields of the answer, or of its items. Empty where the specification names none. */
  answer: string[];
  isList: boolean;
  /** The fields of objects inside the parameters, by the parameter's name. */
  objects?: Record<string, string[]>;
}

const lines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
const words = (text: string): string[] => text.split(" ").filter((word) => word !== "");

type Objects = SpecifiedTool["objects"];

const list = (name: string, parameters: string, fields: string): SpecifiedTool => ({
  name,
  kind: "read",
  parameters: lines(parameters),
  answer: words(fields),
  isList: true,
});

const get = (name: string, parameters: string, fields: string): SpecifiedTool => ({
  name,
  kind: "read",
  parameters: lines(parameters),
  answer: words(fields),
  isList: false,
});

/** A propose tool and the tool that carries it out: "same as propose". */
function pair(
  propose: string,
  [kind, write, answer]: [kind: "create" | "update" | "withdraw", name: string, answer: string],
  parameters: string,
  objects?: Objects,
): SpecifiedTool[] {
  const shared = { parameters: lines(parameters), isList: false, ...(objects && { objects }) };
  return [
    {
      name: propose,
      kind: "propose",
      answer: words("preview checks warnings proposal_token expires_at next_step"),
      ...shared,
    },
    { name: write, kind, answer: words(answer), ...shared },
  ];
}

const registrationField = lines(`
  text: string
  value: string
  type: string
  placeholder: string
  isRequired: boolean
`);

export const specification: Record<Vertical, SpecifiedTool[]> = {
  supply: [
    list("supply_list_stocks", "limit: integer = 100", "_id productName totalStock minStockAlert type createdAt"),
    list(
      "supply_list_service_center_stocks",
      `service_center_id: string = ""
       limit: integer = 100`,
      "_id stockId serviceCenterId currentStock minStockAlert criticality productName",
    ),
    list("supply_get_low_stock_alerts", "limit: integer = 100", "currentStock minStockAlert productName"),
    list(
      "supply_get_withdrawal_history",
      `date_from: string = ""
       date_to: string = ""
       limit: integer = 50`,
      "_id stockId productName serviceCenterId serviceCenterName workerId email quantity withdrawalType entregador " +
        "tipoEntrega ciudad talla stockBefore stockAfter status createdAt createdBy requestId",
    ),
    list("supply_list_service_centers", "limit: integer = 100", "_id name address geo capacity schedule isActive type"),
    ...pair(
      "supply_propose_service_center",
      ["create", "supply_create_service_center", "_id name status"],
      `name!: string
       address: string = ""
       lat: number = 0
       long: number = 0
       maps_link: string = ""
       active_member_duration: integer = 30
       non_member_duration: integer = 15
       capacity: integer = 50
       country_id: string = ""
       type: physical | online = "physical"
       is_active: boolean = true`,
    ),
    ...pair(
      "supply_propose_stock",
      ["create", "supply_create_stock", "_id productName status"],
      `product_name!: string
       total_stock!: integer
       min_stock_alert!: integer
       type: string = ""`,
    ),
    ...pair(
      "supply_propose_service_center_stock",
      ["create", "supply_create_service_center_stock", "_id status"],
      `stock_id!: string
       service_center_id!: string
       current_stock!: integer
       min_stock_alert!: integer
       criticality: low | medium | high = ""`,
    ),
    ...pair(
      "supply_propose_withdrawal",
      ["withdraw", "supply_approve_withdrawal", "_id status"],
      `stock_id!: string
       service_center_id!: string
       worker_id!: string
       email!: string
       quantity!: integer
       withdrawal_type: string = "insumos"
       entregador: string = ""
       tipo_entrega: string = ""
       ciudad: string = ""
       talla: string = ""`,
    ),
  ],

  roulettes: [
    list("roulettes_list_roulette_items", "", "_id name available_stock enabled_in_rewards"),
    get(
      "roulettes_get_roulette",
      "roulette_id!: string",
      "_id name gifts typeOfRoulette max_wins isActive totalSpins createdAt",
    ),
    list("roulettes_list_roulettes", "", "_id name isActive typeOfRoulette totalSpins createdAt"),
    ...pair(
      "roulettes_propose_item",
      ["create", "roulettes_create_item", "_id name status"],
      `name!: string
       available_stock!: integer
       description: string = ""
       currency: string = "MXN"
       track_stock: boolean = true
       enabled_in_rewards: boolean = true`,
    ),
    ...pair(
      "roulettes_propose_roulette",
      ["create", "roulettes_create_roulette", "_id name status"],
      `name!: string
       gifts!: array of objects
       time_to_win!: integer
       time_to_lose!: integer
       text_to_win!: string
       text_to_lose!: string
       terms_and_conditions!: string
       roulette_type_id!: integer
       roulette_type_name!: string
       is_active: boolean = false
       time_unit: hours | days = "hours"
       time_to_expire: integer = 24
       max_wins: integer = 1`,
      {
        gifts: lines(`
          value!: string
          message!: string
          probability!: number
          typeOfGift!: object
          emoji?: string
          quantity?: integer
          item_id?: string
          guaranteedForFirstTimers?: boolean
          winInterval?: integer
          fallback?: string
        `),
      },
    ),
  ],

  learning: [
    list(
      "learning_list_courses",
      "limit: integer = 100",
      "_id title slug description published isCertified examApproveScore created_at",
    ),
    get(
      "learning_get_enrollment_stats",
      `course_id?: string
       date_from?: string
       date_to?: string`,
      "total_enrollments by_status completion_rate certification_rate",
    ),
    list(
      "learning_get_course_progress",
      `course_id: string = ""
       limit: integer = 100`,
      "status score fullName email",
    ),
    get(
      "learning_get_exam_results",
      "course_id?: string",
      "total_exams_started total_exams_completed pass_rate average_score",
    ),
    list(
      "learning_get_certificates_issued",
      `date_from?: string
       date_to?: string
       limit: integer = 100`,
      "session_id completedAt",
    ),
    ...pair(
      "learning_propose_create_course",
      ["create", "learning_approve_create_course", "_id title status"],
      `title!: string
       slug!: string
       description: string = ""
       exam_approve_score?: number
       is_certified: boolean = false`,
    ),
    ...pair(
      "learning_propose_update_course",
      ["update", "learning_approve_update_course", "course_id updated"],
      `course_id!: string
       title?: string
       description?: string
       exam_approve_score?: number
       is_certified?: boolean
       published?: boolean`,
    ),
    ...pair(
      "learning_propose_issue_certificate",
      ["create", "learning_approve_issue_certificate", "session_id status"],
      "session_id!: string",
    ),
  ],

  flows: [
    list(
      "flows_list_flows",
      "limit: integer = 100",
      "slug name isActive completedCount uniqueVisitCount totalVisitCount conversionRate publicUrl",
    ),
    get(
      "flows_get_flow_stats",
      "",
      "totalFlows activeFlows inactiveFlows totalCompletions totalVisits uniqueVisits conversionRate",
    ),
    get("flows_get_flow_by_slug", "slug!: string", "slug name isActive registrationFields redirect publicUrl"),
    ...pair(
      "flows_propose_create_flow",
      ["create", "flows_approve_create_flow", "_id slug publicUrl status message"],
      `name!: string
       slug!: string
       redirect_type!: roulette | course | survey | event | url
       redirect_target_id: string = ""
       redirect_url: string = ""
       registration_fields?: array of objects
       source: string = ""
       medium: string = ""
       campaign: string = ""
       content: string = ""
       is_bank_provider_required: boolean = false`,
      { registration_fields: registrationField },
    ),
    ...pair(
      "flows_propose_update_flow",
      ["update", "flows_approve_update_flow", "slug updated"],
      `slug!: string
       name?: string
       is_active?: boolean
       redirect_type?: roulette | course | survey | event | url
       redirect_target_id?: string
       redirect_url?: string
       registration_fields?: array of objects
       source?: string
       medium?: string
       campaign?: string
       content?: string
       is_bank_provider_required?: boolean`,
      { registration_fields: registrationField },
    ),
  ],

  // REST only.
  webhooks: [],
};
