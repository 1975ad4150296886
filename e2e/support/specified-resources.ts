export interface SpecifiedResource {
  uri: string;
  name: string;
  /** Words that its text cannot do without, given what the specification says is in it. */
  words: string[];
}

const words = (text: string): string[] => text.trim().split(/\s+/);
const sessionStatuses = "in_progress exam completed certified failed";

/** The eleven resources, by hand from the specification. */
export const specifiedResources: SpecifiedResource[] = [
  {
    uri: "service://supply/schema/stock",
    name: "supply_stock_schema",
    words: words(
      `productName totalStock minStockAlert type createdAt stockId serviceCenterId currentStock criticality low medium high`,
    ),
  },
  {
    uri: "service://supply/schema/withdrawals",
    name: "supply_withdrawal_schema",
    words:
      words(`withdrawal_type insumos stock_id service_center_id worker_id email quantity entregador tipo_entrega ciudad talla
      supply_list_service_centers supply_list_stocks supply_list_service_center_stocks supply_propose_withdrawal supply_approve_withdrawal`),
  },
  {
    uri: "service://supply/schema/centers",
    name: "supply_service_center_schema",
    words: words(`name address geo latitude longitude capacity schedule isActive type physical online
      active_member_duration non_member_duration maps_link country_id`),
  },
  {
    uri: "service://roulettes/schema/gifts",
    name: "roulettes_gift_types",
    words: words(`Fisico Porcentaje Perder Points typeOfGift _id roulette_type_id roulette_type_name standard premium
      value message probability emoji quantity item_id guaranteedForFirstTimers winInterval fallback`),
  },
  {
    uri: "service://roulettes/schema/fields",
    name: "roulettes_field_reference",
    words: words(`gifts typeOfRoulette time_unit time_to_expire max_wins isActive totalSpins createdAt
      available_stock enabled_in_rewards description currency track_stock country`),
  },
  {
    uri: "service://learning/schema/schemas",
    name: "learning_schemas",
    words: words(`title slug description published isCertified examApproveScore created_at
      session_id status ${sessionStatuses} score startedAt completedAt fullName email`),
  },
  {
    uri: "service://learning/schema/glossary",
    name: "learning_glossary",
    words: words("total_enrollments by_status completion_rate certification_rate pass_rate average_score"),
  },
  {
    uri: "service://learning/skill",
    name: "learning_skill",
    words: words(
      "learning_propose_create_course learning_approve_create_course preview yes learning_propose_issue_certificate",
    ),
  },
  {
    uri: "service://flows/schema/schemas",
    name: "flows_schemas",
    words:
      words(`slug name isActive registrationFields text value type placeholder isRequired redirect roulette course survey event url
      source medium campaign content authType completedCount uniqueVisitCount totalVisitCount conversionRate publicUrl`),
  },
  {
    uri: "service://flows/schema/glossary",
    name: "flows_glossary",
    words: words("completedCount uniqueVisitCount totalVisitCount conversionRate publicUrl campaign"),
  },
  {
    uri: "service://flows/skill",
    name: "flows_skill",
    words: words("flows_propose_create_flow flows_approve_create_flow preview yes console scaffold"),
  },
];
