/** Products, centers, what they hold, and who receives it. */
export async function recordSupply({ record, recordError }) {
  const stock = await record("createStock", {
    headers: { "idempotency-key": "product-1001" },
    body: { productName: "Nitrile gloves", totalStock: 2000, minStockAlert: 200, type: "supply" },
  });
  await record("listStocks", { query: { limit: 10 } });
  await record("getStock", { params: { id: stock._id } });
  await recordError("getStock", { params: { id: "stk_unknown" } }, "stock_not_found");
  await recordError("createStock", { body: { productName: "", totalStock: -1 } }, "invalid_argument");
}
