import { randomUUID } from "node:crypto";
import { type Mesh, type MeshOptions, startMesh } from "../../scripts/lib/mesh/mesh.mjs";

/** A business with a key, as an operator makes it. */
export interface Business {
  businessId: string;
  keyId: string;
  key: string;
}

export interface ToolAnswer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** The whole house with what a test does to it. */
export interface House {
  mesh: Mesh;
  url: string;
  admin(method: string, path: string, body?: object): Promise<Record<string, unknown>>;
  newBusiness(key?: object): Promise<Business>;
  /** A plain tool call at the bare door. */
  tool(business: Business, name: string, args?: object, options?: ToolOptions): Promise<ToolAnswer>;
  /** The same; a refusal fails the test with its sentence. */
  done(business: Business, name: string, args?: object, options?: ToolOptions): Promise<Record<string, unknown>>;
  rest(
    business: Business,
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<ToolAnswer>;
  stop(): Promise<void>;
}

export interface ToolOptions {
  url?: string;
  headers?: Record<string, string>;
}

export async function startHouse(options: MeshOptions = {}): Promise<House> {
  // Tests send more in a minute than a business may, from a machine that is busier than a server should be; those about
  // limits and overload say what they want.
  const gateway = {
    RATE_REQUESTS_PER_MINUTE: 1_000_000,
    RATE_WRITES_PER_MINUTE: 1_000_000,
    EVENT_LOOP_DELAY_MAX_MS: 0,
    ...options.env?.["gateway"],
  };
  const mesh = await startMesh({ ...options, env: { ...options.env, gateway } });
  const [url = ""] = mesh.gatewayUrls;

  async function admin(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const answer = await send(method, `${url}/v1/admin${path}`, body, { authorization: `Bearer ${mesh.operatorKey}` });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  const house: House = {
    mesh,
    url,
    admin,
    async newBusiness(key = {}) {
      const given = {
        name: `Business ${randomUUID()}`,
        country: "MX",
        currency: "MXN",
        timeZone: "America/Mexico_City",
      };
      const business = await admin("POST", "/businesses", given);
      const made = await admin("POST", `/businesses/${business["businessId"]}/keys`, { name: "test", ...key });
      return { businessId: String(business["businessId"]), keyId: String(made["keyId"]), key: String(made["key"]) };
    },
    tool: ({ key }, name, args = {}, { url: where = url, headers = {} } = {}) =>
      send("POST", `${where}/mcp`, { name, arguments: args }, { "x-api-key": key, ...headers }),
    async done(business, name, args, options) {
      const answer = await house.tool(business, name, args, options);
      if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    rest: ({ key, businessId }, method, path, body, headers = {}) =>
      send(method, `${url}${path}`, body, { "x-api-key": key, "x-business-id": businessId, ...headers }),
    stop: () => mesh.stop(),
  };
  return house;
}

/** A JSON request. */
export async function send(
  method: string,
  url: string,
  body: object | undefined,
  headers: Record<string, string>,
): Promise<ToolAnswer> {
  const response = await fetch(url, {
    method,
    redirect: "manual",
    headers: { ...(body && { "content-type": "application/json" }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text ? (JSON.parse(text) as ToolAnswer["body"]) : {},
  };
}

/** A product that one center keeps, made through the public tools. */
export async function givenCenterStock(house: House, business: Business, currentStock: number) {
  const stock = await house.done(business, "supply_create_stock", {
    product_name: "Gloves",
    total_stock: 1000,
    min_stock_alert: 0,
  });
  const center = await house.done(business, "supply_create_service_center", { name: "North", lat: 19.4, long: -99.1 });
  const ids = { stock_id: String(stock["_id"]), service_center_id: String(center["_id"]) };
  const held = await house.done(business, "supply_create_service_center_stock", {
    ...ids,
    current_stock: currentStock,
    min_stock_alert: 0,
  });
  return { ids, centerStockId: String(held["_id"]) };
}

/** Arguments of a withdrawal, naming only what matters to the test. */
export function aWithdrawal(given: object) {
  return { worker_id: "worker-1", email: "worker@example.com", quantity: 1, ...given };
}

export async function currentStock(house: House, business: Business): Promise<number> {
  const { items } = await house.done(business, "supply_list_service_center_stocks");
  const [only] = items as { currentStock: number }[];
  return only?.currentStock ?? Number.NaN;
}

/** Every withdrawal of the business, page by page. */
export async function history(house: House, business: Business): Promise<{ _id: string }[]> {
  const found: { _id: string }[] = [];
  for (let cursor: unknown = ""; cursor !== undefined;) {
    const page = await house.done(business, "supply_get_withdrawal_history", { limit: 500, cursor });
    found.push(...(page["items"] as { _id: string }[]));
    cursor = page["next_cursor"];
  }
  return found;
}
