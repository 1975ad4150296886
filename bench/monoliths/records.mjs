// The same records on both monoliths as prepare.mjs creates in the mesh.
import { createHash, randomBytes, randomUUID } from "node:crypto";

export const hashKey = (key) => createHash("sha256").update(key).digest("hex");

export async function createIndexes(db) {
  await Promise.all([
    db.collection("keys").createIndex({ hash: 1 }, { unique: true }),
    db.collection("stocks").createIndex({ businessId: 1, createdAt: -1, _id: -1 }),
    db.collection("centerStocks").createIndex({ businessId: 1, stockId: 1, serviceCenterId: 1 }, { unique: true }),
  ]);
}

export async function createRecords(db, { products, centers, unitsEach }) {
  const businessId = randomUUID();
  const key = randomBytes(24).toString("base64url");
  await db.collection("keys").insertOne({ hash: hashKey(key), businessId });
  const createdAt = new Date();
  const stocks = Array.from({ length: products }, (_, index) => ({
    _id: randomUUID(),
    businessId,
    productName: `Product ${index}`,
    totalStock: 1_000_000,
    minStockAlert: 10,
    type: "supply",
    createdAt,
  }));
  const places = Array.from({ length: centers }, (_, index) => ({
    _id: randomUUID(),
    businessId,
    name: `Center ${index}`,
  }));
  const held = places.map((center) => ({
    _id: randomUUID(),
    businessId,
    stockId: stocks[0]._id,
    serviceCenterId: center._id,
    currentStock: unitsEach,
    minStockAlert: 0,
    movements: 0,
  }));
  await db.collection("stocks").insertMany(stocks);
  await db.collection("centers").insertMany(places);
  await db.collection("centerStocks").insertMany(held);
  const pairs = held.map(({ stockId, serviceCenterId }) => ({ stock_id: stockId, service_center_id: serviceCenterId }));
  return { key, pairs };
}
