import { boolean, id, integer, number, oneOf, percent, type Shape, text, timestamp } from "./shapes.js";

// Written by hand from the tables of the specification, name by name. It knows nothing of our contract, so the two can be held
// against each other.

const items = (item: Shape): Shape => ({ items: [item] });
const preview: Shape = { preview: {} };
const created = oneOf("created");

const centerStock: Shape = {
  _id: id,
  stockId: id,
  serviceCenterId: id,
  currentStock: integer,
  minStockAlert: integer,
  criticality: oneOf("low", "medium", "high"),
  productName: text,
};

const rouletteType: Shape = { id: integer, name: text };

const gift: Shape = {
  value: text,
  message: text,
  probability: number,
  typeOfGift: { name: oneOf("Fisico", "Porcentaje", "Perder", "Points"), _id: id },
};

const registrationField: Shape = { text, value: text, type: text, placeholder: text, isRequired: boolean };

const flowMetrics: Shape = {
  completedCount: integer,
  uniqueVisitCount: integer,
  totalVisitCount: integer,
  conversionRate: percent,
  publicUrl: text,
};

/** The answer of each of the 38 tools. */
export const specifiedAnswers: Record<string, Shape> = {
  supply_list_stocks: items({
    _id: id,
    productName: text,
    totalStock: integer,
    minStockAlert: integer,
    type: text,
    createdAt: timestamp,
  }),
  supply_list_service_center_stocks: items(centerStock),
  supply_get_low_stock_alerts: items(centerStock),
  // "Fields of the stored withdrawal record and of history entries: not shown beyond these inputs."
  supply_get_withdrawal_history: items({
    stockId: id,
    serviceCenterId: id,
    workerId: text,
    email: text,
    quantity: integer,
    withdrawalType: text,
    entregador: text,
    tipoEntrega: text,
    ciudad: text,
    talla: text,
  }),
  supply_list_service_centers: items({
    _id: id,
    name: text,
    address: text,
    geo: { latitude: number, longitude: number },
    capacity: integer,
    schedule: {},
    isActive: boolean,
    type: oneOf("physical", "online"),
  }),
  supply_propose_service_center: preview,
  supply_create_service_center: { _id: id, name: text, status: created },
  supply_propose_stock: preview,
  supply_create_stock: { _id: id, productName: text, status: created },
  supply_propose_service_center_stock: preview,
  supply_create_service_center_stock: { _id: id, status: created },
  supply_propose_withdrawal: preview,
  supply_approve_withdrawal: { _id: id, status: created },

  roulettes_list_roulette_items: items({ _id: id, name: text, available_stock: integer, enabled_in_rewards: boolean }),
  roulettes_get_roulette: {
    _id: id,
    name: text,
    gifts: [gift],
    typeOfRoulette: rouletteType,
    time_to_win: integer,
    time_to_lose: integer,
    text_to_win: text,
    text_to_lose: text,
    terms_and_conditions: text,
    time_unit: oneOf("hours", "days"),
    time_to_expire: integer,
    max_wins: integer,
    isActive: boolean,
    totalSpins: integer,
    createdAt: timestamp,
  },
  roulettes_list_roulettes: items({
    _id: id,
    name: text,
    isActive: boolean,
    typeOfRoulette: rouletteType,
    totalSpins: integer,
    createdAt: timestamp,
  }),
  roulettes_propose_item: preview,
  roulettes_create_item: { _id: id, name: text, status: created },
  roulettes_propose_roulette: preview,
  roulettes_create_roulette: { _id: id, name: text, status: created },

  learning_list_courses: items({
    _id: id,
    title: text,
    slug: text,
    description: text,
    published: boolean,
    isCertified: boolean,
    examApproveScore: number,
    created_at: timestamp,
  }),
  learning_get_enrollment_stats: {
    total_enrollments: integer,
    by_status: { in_progress: integer, exam: integer, completed: integer, certified: integer, failed: integer },
    completion_rate: percent,
    certification_rate: percent,
  },
  learning_get_course_progress: items({
    status: oneOf("in_progress", "exam", "completed", "certified", "failed"),
    currentModule: text,
    completedModules: [text],
    score: number,
    examStatus: text,
    fullName: text,
    email: text,
  }),
  learning_get_exam_results: {
    total_exams_started: integer,
    total_exams_completed: integer,
    pass_rate: percent,
    average_score: number,
  },
  learning_get_certificates_issued: items({
    session_id: id,
    fullName: text,
    email: text,
    title: text,
    slug: text,
    certificate: {},
    completedAt: timestamp,
  }),
  learning_propose_create_course: preview,
  learning_approve_create_course: { _id: id, title: text, status: created },
  learning_propose_update_course: preview,
  learning_approve_update_course: { course_id: id, updated: oneOf(true) },
  learning_propose_issue_certificate: preview,
  // "sets session status to `certified`"
  learning_approve_issue_certificate: { status: oneOf("certified") },

  flows_list_flows: items({ slug: text, name: text, isActive: boolean, ...flowMetrics }),
  flows_get_flow_stats: {
    totalFlows: integer,
    activeFlows: integer,
    inactiveFlows: integer,
    totalCompletions: integer,
    totalVisits: integer,
    uniqueVisits: integer,
    conversionRate: percent,
  },
  flows_get_flow_by_slug: {
    slug: text,
    name: text,
    isActive: boolean,
    registrationFields: [registrationField],
    redirect: { type: oneOf("roulette", "course", "survey", "event", "url"), targetId: text, url: text },
    source: text,
    medium: text,
    campaign: text,
    content: text,
    authType: text,
    ...flowMetrics,
  },
  flows_propose_create_flow: preview,
  flows_approve_create_flow: { _id: id, slug: text, publicUrl: text, status: created, message: text },
  flows_propose_update_flow: preview,
  flows_approve_update_flow: { slug: text, updated: oneOf(true) },
};
