import { type Client, createClient } from "@tenant-ops/client";
import type { Business, TestMesh } from "../mesh/test-mesh.js";

/** The client of back ends, with the key of the business. */
export function connectBusiness(
  { url }: Pick<TestMesh, "url">,
  { key, businessId }: Business,
  options: { retries?: number; timeoutMs?: number } = {},
): Client {
  return createClient({ baseUrl: url, apiKey: key, businessId, ...options });
}

/** An active roulette on which every spin loses. */
export async function createLosingRoulette(client: Client): Promise<string> {
  const [types, rouletteTypes] = await Promise.all([
    client.roulettes.listGiftTypes(),
    client.roulettes.listRouletteTypes(),
  ]);
  const lose = types.items.find(({ name }) => name === "Perder");
  const [typeOfRoulette] = rouletteTypes.items;
  if (!lose || !typeOfRoulette) throw new Error("the catalogue has no types");
  const gift = {
    value: "Nothing",
    message: "Next time",
    probability: 1,
    typeOfGift: { _id: lose._id, name: lose.name },
  };
  const { _id } = await client.roulettes.createRoulette({
    name: "Wheel",
    gifts: [gift],
    timeToWin: 1,
    timeToLose: 1,
    textToWin: "won",
    textToLose: "lost",
    termsAndConditions: "none",
    typeOfRoulette: { _id: typeOfRoulette._id, name: typeOfRoulette.name },
    isActive: true,
  });
  return _id;
}
