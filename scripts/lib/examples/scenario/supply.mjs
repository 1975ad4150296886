import { today } from "../today.mjs";

/** Products, centers, what they hold, and who receives it. @returns one of each */
export async function recordSupply({ record, recordError, call }) {
  const stock = await record("createStock", {
    headers: { "idempotency-key": "product-1001" },
    body: { productName: "Nitrile gloves", totalStock: 2000, minStockAlert: 200, type: "supply" },
  });
  await record("listStocks", { query: { limit: 10 } });
  await record("getStock", { params: { id: stock._id } });
  const centers = await recordCenters({ record, call });
  const { held, centerStockId } = await recordCenterStocks({ record, call }, stock._id, centers);
  await recordWithdrawals({ record, recordError }, held);
  await recordRefusals(recordError, held);
  return { ...held, centerStockId };
}

async function recordCenters({ record, call }) {
  const north = await record("createCenter", {
    body: {
      name: "North center",
      address: "Av. Insurgentes Norte 120, Ciudad de México",
      geo: { latitude: 19.4517, longitude: -99.1385 },
    },
  });
  const south = await call("createCenter", { body: { name: "South center" } });
  await record("listCenters", { query: { limit: 10 } });
  await record("getCenter", { params: { id: north._id } });
  return { north, south };
}

async function recordCenterStocks({ record, call }, stockId, { north, south }) {
  const held = { stockId, serviceCenterId: north._id };
  const { _id: id } = await record("createCenterStock", {
    body: { ...held, currentStock: 640, minStockAlert: 100, criticality: "high" },
  });
  await call("createCenterStock", {
    body: { stockId, serviceCenterId: south._id, currentStock: 10, minStockAlert: 20 },
  });
  await record("listCenterStocks", { query: { serviceCenterId: north._id } });
  await record("getCenterStock", { params: { id } });
  const headers = { "idempotency-key": "delivery-note-77" };
  const received = await record("receiveStock", {
    params: { id },
    headers,
    body: { quantity: 60, note: "delivery note 77" },
  });
  await record("countStock", { params: { id }, body: { counted: 695, note: "stocktaking in March" } });
  const transfer = await record("createTransfer", {
    headers: { "idempotency-key": "transfer-12" },
    body: { stockId, fromCenterId: north._id, toCenterId: south._id, quantity: 50 },
  });
  await record("listTransfers", { query: { limit: 10 } });
  await record("getTransfer", { params: { id: transfer._id } });
  await record("listCenterStockMovements", { params: { id }, query: { limit: 2 } });
  await record("listMovements", { query: { limit: 2 } });
  await record("getMovement", { params: { id: received._id } });
  return { held, centerStockId: id };
}

async function recordWithdrawals({ record }, held) {
  await record("getWithdrawalTypes");
  await record("replaceWithdrawalTypes", { body: { types: ["welcome kit"] } });
  const { _id: id } = await record("createWithdrawal", {
    headers: { "idempotency-key": "handed-out-4711" },
    body: { ...held, workerId: "worker-7", email: "ana@example.com", quantity: 2, ciudad: "Ciudad de México" },
  });
  await record("listWithdrawals", { query: { workerId: "worker-7", limit: 10 } });
  await record("getWithdrawal", { params: { id } });
  await record("getSupplyDailyCounts", { query: { dateFrom: today, dateTo: today } });
}

async function recordRefusals(recordError, held) {
  const params = { id: "unknown" };
  const worker = { workerId: "worker-7", email: "ana@example.com" };
  await recordError("getStock", { params }, "stock_not_found");
  await recordError("getCenter", { params }, "center_not_found");
  await recordError("getCenterStock", { params }, "center_stock_not_found");
  await recordError("getWithdrawal", { params }, "withdrawal_not_found");
  await recordError("getTransfer", { params }, "transfer_not_found");
  await recordError("getMovement", { params }, "movement_not_found");
  await recordError("createStock", { body: { productName: "", totalStock: -1 } }, "invalid_argument");
  await recordError("listStocks", { query: { cursor: "not-a-cursor" } }, "invalid_cursor");
  await recordError(
    "createCenterStock",
    { body: { ...held, currentStock: 1, minStockAlert: 1 } },
    "center_stock_exists",
  );
  const headers = { "idempotency-key": "handed-out-4712" };
  await recordError(
    "createWithdrawal",
    { headers, body: { ...held, ...worker, quantity: 100_000 } },
    "insufficient_stock",
  );
  await recordError(
    "createWithdrawal",
    { headers, body: { ...held, ...worker, quantity: 1, withdrawalType: "loan" } },
    "unknown_withdrawal_type",
  );
  await recordError("createWithdrawal", { body: { ...held, ...worker, quantity: 1 } }, "idempotency_key_required");
  const used = { "idempotency-key": "handed-out-4711" };
  await recordError(
    "createWithdrawal",
    { headers: used, body: { ...held, ...worker, quantity: 9 } },
    "idempotency_conflict",
  );
}

/** Changes of what was recorded; last, because the examples of other areas do not need them. */
export async function recordSupplyChanges({ record }, { stockId, serviceCenterId, centerStockId }) {
  await record("updateStock", { params: { id: stockId }, body: { minStockAlert: 250 } });
  await record("updateCenter", { params: { id: serviceCenterId }, body: { capacity: 60 } });
  await record("updateCenterStock", { params: { id: centerStockId }, body: { minStockAlert: 120 } });
}
