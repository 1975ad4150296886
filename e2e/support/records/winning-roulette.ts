import { readGiftTypes } from "./seeded-tenants.js";
import type { Business, TestMesh } from "../mesh/test-mesh.js";

const usualTexts = {
  won: { value: "Points", message: "Points" },
  lost: { value: "Perder", message: "Perder" },
  textToWin: "Sí",
  textToLose: "No",
};

/** An active roulette that every spin wins. The required gift that wins nothing has the probability 0. @returns its id */
export async function createWinningRoulette(
  testMesh: TestMesh,
  business: Business,
  texts: Partial<typeof usualTexts> = {},
): Promise<string> {
  const types = await readGiftTypes(testMesh, business);
  const typeOf = (name: string) => ({ _id: types[name], name });
  const { won, lost, ...others } = { ...usualTexts, ...texts };
  const { _id } = await testMesh.callRestOrThrow(business, "POST", "/v1/public/roulettes", {
    name: "Gran rifa",
    gifts: [
      { ...won, probability: 1, typeOfGift: typeOf("Points") },
      { ...lost, probability: 0, typeOfGift: typeOf("Perder") },
    ],
    timeToWin: 1,
    timeToLose: 1,
    ...others,
    termsAndConditions: "Un giro por persona.",
    typeOfRoulette: { _id: 2, name: "premium" },
    isActive: true,
  });
  return String(_id);
}
