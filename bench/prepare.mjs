// The same data on both sides: the given number of products, and one product at the given number of centers.

export async function prepareMonolith(url, amounts) {
  return post(`${url}/prepare`, amounts, {});
}

/** Through the public APIs, as a customer would. */
export async function prepareMesh(
  { gatewayUrls: [url], operatorUrls: [operatorUrl], operatorKey },
  { products, centers, unitsEach },
) {
  const operator = { authorization: `Bearer ${operatorKey}` };
  const { _id: businessId } = await post(
    `${operatorUrl}/v1/admin/businesses`,
    { name: "Bench", country: "MX" },
    operator,
  );
  const { key } = await post(`${operatorUrl}/v1/admin/businesses/${businessId}/keys`, { name: "bench" }, operator);
  const tool = (name, args) => callTool(url, key, name, args);

  const stocks = [];
  for (let index = 0; index < products; index += 1) {
    const product = { product_name: `Product ${index}`, total_stock: 1_000_000, min_stock_alert: 10, type: "supply" };
    stocks.push(await tool("supply_create_stock", product));
  }
  const pairs = [];
  for (let index = 0; index < centers; index += 1) {
    const center = await tool("supply_create_service_center", { name: `Center ${index}` });
    const pair = { stock_id: stocks[0]._id, service_center_id: center._id };
    await tool("supply_create_service_center_stock", { ...pair, current_stock: unitsEach, min_stock_alert: 0 });
    pairs.push(pair);
  }
  return { key, businessId, pairs };
}

/** The answer of a tool, by a direct call. */
export const callTool = (url, key, name, args) => post(`${url}/mcp`, { name, arguments: args }, { "x-api-key": key });

async function post(url, body, headers) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}
