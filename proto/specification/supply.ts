import { list, pair, resource } from "./builders.js";
import { boolean, id, integer, number, oneOf, text, timestamp } from "./shapes.js";
import type { AreaSpecification } from "./types.js";

const created = oneOf("created");

const centerStock = {
  _id: id,
  stockId: id,
  serviceCenterId: id,
  currentStock: integer,
  minStockAlert: integer,
  criticality: oneOf("low", "medium", "high"),
  productName: text,
};

const tools = [
  list("supply_list_stocks", "limit: integer = 100", {
    _id: id,
    productName: text,
    totalStock: integer,
    minStockAlert: integer,
    type: text,
    createdAt: timestamp,
  }),
  list(
    "supply_list_service_center_stocks",
    `service_center_id: string = ""
     limit: integer = 100`,
    centerStock,
  ),
  list("supply_get_low_stock_alerts", "limit: integer = 100", centerStock),
  // "Fields of the stored withdrawal record and of history entries: not shown beyond these inputs."
  list(
    "supply_get_withdrawal_history",
    `date_from: string = ""
     date_to: string = ""
     limit: integer = 50`,
    {
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
    },
  ),
  list("supply_list_service_centers", "limit: integer = 100", {
    _id: id,
    name: text,
    address: text,
    geo: { latitude: number, longitude: number },
    capacity: integer,
    schedule: {},
    isActive: boolean,
    type: oneOf("physical", "online"),
  }),
  ...pair(
    "supply_propose_service_center",
    { kind: "create", name: "supply_create_service_center", answer: { _id: id, name: text, status: created } },
    {
      parameters: `
        name!: string
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
      arguments: { name: "Centro" },
      shows: {
        address: "",
        capacity: 50,
        countryId: "MX",
        type: "physical",
        isActive: true,
        schedule: { activeMemberDuration: 30, nonMemberDuration: 15 },
      },
    },
  ),
  ...pair(
    "supply_propose_stock",
    { kind: "create", name: "supply_create_stock", answer: { _id: id, productName: text, status: created } },
    {
      parameters: `
        product_name!: string
        total_stock!: integer
        min_stock_alert!: integer
        type: string = ""`,
      arguments: { product_name: "Guantes", total_stock: 5, min_stock_alert: 1 },
      shows: { type: "" },
    },
  ),
  ...pair(
    "supply_propose_service_center_stock",
    { kind: "create", name: "supply_create_service_center_stock", answer: { _id: id, status: created } },
    {
      parameters: `
        stock_id!: string
        service_center_id!: string
        current_stock!: integer
        min_stock_alert!: integer
        criticality: low | medium | high = ""`,
      arguments: {
        stock_id: "{spare_stock_id}",
        service_center_id: "{service_center_id}",
        current_stock: 5,
        min_stock_alert: 1,
      },
    },
  ),
  ...pair(
    "supply_propose_withdrawal",
    { kind: "withdraw", name: "supply_approve_withdrawal", answer: { _id: id, status: created } },
    {
      parameters: `
        stock_id!: string
        service_center_id!: string
        worker_id!: string
        email!: string
        quantity!: integer
        withdrawal_type: string = "insumos"
        entregador: string = ""
        tipo_entrega: string = ""
        ciudad: string = ""
        talla: string = ""`,
      arguments: {
        stock_id: "{stock_id}",
        service_center_id: "{service_center_id}",
        worker_id: "worker-7",
        email: "ana@example.com",
        quantity: 1,
      },
      shows: { withdrawalType: "insumos", entregador: "", tipoEntrega: "", ciudad: "", talla: "" },
    },
  ),
];

export const supply: AreaSpecification = {
  tools,
  refusals: [
    {
      what: "a withdrawal from a center that is not there",
      write: "supply_approve_withdrawal",
      wrong: { service_center_id: "x" },
      error: "center_not_found",
    },
    {
      what: "a withdrawal of a product that is not there",
      write: "supply_approve_withdrawal",
      wrong: { stock_id: "x" },
      error: "stock_not_found",
    },
    {
      what: "a withdrawal of more than the center holds",
      write: "supply_approve_withdrawal",
      wrong: { quantity: 51 },
      error: "insufficient_stock",
    },
    {
      what: "center stock of a product that is not there",
      write: "supply_create_service_center_stock",
      wrong: { stock_id: "x" },
      error: "stock_not_found",
    },
    {
      what: "center stock at a center that is not there",
      write: "supply_create_service_center_stock",
      wrong: { service_center_id: "x" },
      error: "center_not_found",
    },
  ],
  resources: [
    resource(
      "service://supply/schema/stock",
      "supply_stock_schema",
      "productName totalStock minStockAlert type createdAt stockId serviceCenterId currentStock criticality low medium high",
    ),
    resource(
      "service://supply/schema/withdrawals",
      "supply_withdrawal_schema",
      `withdrawal_type insumos stock_id service_center_id worker_id email quantity entregador tipo_entrega ciudad talla
       supply_list_service_centers supply_list_stocks supply_list_service_center_stocks supply_propose_withdrawal
       supply_approve_withdrawal`,
    ),
    resource(
      "service://supply/schema/centers",
      "supply_service_center_schema",
      `name address geo latitude longitude capacity schedule isActive type physical online
       active_member_duration non_member_duration maps_link country_id`,
    ),
  ],
};
