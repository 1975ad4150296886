import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { newId, toSearchWords } from "@tenant-ops/kit/data";
import type { TestTenant } from "@tenant-ops/kit/testing";
import {
  GiftSchema,
  GiftTypeSchema,
  ItemRequestSchema,
  RouletteRequestSchema,
  type RoulettesService,
} from "@tenant-ops/proto/roulettes";
import type { Random } from "./spins/draw.rules.js";
import type { Gift } from "./gifts/gifts.rules.js";
import { type GiftTypeName, officialCatalogue } from "./gifts/gift-types.rules.js";
import type { Item } from "./gifts/items.rules.js";
import type { Player } from "./spins/players.rules.js";
import type { Prize } from "./prizes/prizes.rules.js";
import type { Roulette } from "./roulettes/roulettes.rules.js";
import type { SpinReply } from "./spins/spins.replies.js";
import type { Spin } from "./spins/spins.rules.js";

// Test data. Each function takes the values that matter to a test and fills in the others.

export type RoulettesTenant = TestTenant<typeof RoulettesService>;

/** The gift type of the catalogue, as requests name it. */
export function requestGiftType(name: GiftTypeName) {
  const found = officialCatalogue.giftTypes.find((type) => type.name === name);
  if (!found) throw new Error(`${name} is not in the catalogue`);
  return create(GiftTypeSchema, { id: found._id, name });
}

export const giftRequest = (name: GiftTypeName, given: MessageInitShape<typeof GiftSchema> = {}) =>
  create(GiftSchema, {
    value: name,
    message: `You got ${name}`,
    probability: 1,
    typeOfGift: requestGiftType(name),
    ...(name === "Fisico" && { quantity: 10 }),
    ...given,
  });

export const itemRequest = (given: MessageInitShape<typeof ItemRequestSchema> = {}) =>
  create(ItemRequestSchema, { name: "Termo de acero", availableStock: 10, ...given });

export const rouletteRequest = (given: MessageInitShape<typeof RouletteRequestSchema> = {}) =>
  create(RouletteRequestSchema, {
    name: "Verano",
    gifts: [giftRequest("Points"), giftRequest("Perder")],
    timeToWin: 5,
    timeToLose: 3,
    textToWin: "You won",
    textToLose: "Not today",
    termsAndConditions: "One per person.",
    rouletteTypeId: 1,
    rouletteTypeName: "standard",
    isActive: true,
    ...given,
  });

export const premium = { rouletteTypeId: 2, rouletteTypeName: "premium" };

/** Stored records, for rules. */
export const storedGift = (name: GiftTypeName, given: Partial<Gift> = {}): Gift => ({
  value: name,
  message: `You got ${name}`,
  probability: 1,
  typeOfGift: { _id: requestGiftType(name).id, name },
  guaranteedForFirstTimers: false,
  winInterval: 0,
  ...given,
});

const creation = { createdAt: new Date(0), createdBy: "key_test" };

export const storedItem = (given: Partial<Item> = {}): Item => ({
  _id: "itm_1",
  name: "Termo",
  words: toSearchWords(given.name ?? "Termo"),
  availableStock: 10,
  enabledInRewards: true,
  description: "",
  currency: "MXN",
  trackStock: true,
  country: "MX",
  ...creation,
  ...given,
});

export const storedRoulette = (given: Partial<Roulette> = {}): Roulette => ({
  _id: "rlt_1",
  name: "Verano",
  words: toSearchWords(given.name ?? "Verano"),
  gifts: [storedGift("Points"), storedGift("Perder")],
  typeOfRoulette: { id: 1, name: "standard" },
  timeToWin: 5,
  timeToLose: 3,
  textToWin: "You won",
  textToLose: "Not today",
  termsAndConditions: "One per person.",
  timeUnit: "hours",
  timeToExpire: 24,
  maxWins: 1,
  isActive: true,
  country: "MX",
  timeZone: "UTC",
  prizesExpire: false,
  totalSpins: 0,
  ...creation,
  ...given,
});

/** A random source that gives the same bytes for the same seed. */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0;
  // xorshift32: random enough to detect an unfair draw, and the same on every machine.
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 0xff;
  };
  return (size) => Uint8Array.from({ length: size }, next);
}

/** A response to a spin request: the answer, or the error code. */
export interface SpinResponse {
  status: number;
  answer: SpinReply;
  error?: string;
  detail?: string;
  replayed: boolean;
}

export async function spin(
  tenant: RoulettesTenant,
  rouletteId: string,
  userId: string,
  key?: string,
): Promise<SpinResponse> {
  const response = await tenant.http("POST", `/v1/public/roulettes/${rouletteId}/spins`, {
    body: { userId },
    headers: { "idempotency-key": key ?? newId("key") },
  });
  const body = (await response.json()) as SpinReply & { error?: string; detail?: string };
  const replayed = response.headers.get("idempotent-replayed") === "true";
  const { error, detail } = body;
  return { status: response.status, answer: body, replayed, ...(error && { error }), ...(detail && { detail }) };
}

export async function createRoulette(
  tenant: RoulettesTenant,
  given: MessageInitShape<typeof RouletteRequestSchema> = {},
): Promise<string> {
  return (await tenant.rpc.createRoulette(rouletteRequest(given))).id;
}

/** All records of a roulette, to check that their numbers agree. */
export async function stored(tenant: RoulettesTenant, rouletteId: string) {
  const scope = tenant.scope();
  const [roulette, spins, prizes, players, items] = await Promise.all([
    scope.collection<Roulette>("roulettes").findOne({ _id: rouletteId }),
    scope.collection<Spin>("spins").find({ rouletteId }, { sort: { number: 1 } }),
    scope.collection<Prize>("prizes").find({ rouletteId }),
    scope.collection<Player>("players").find({ rouletteId }),
    scope.collection<Item>("items").find({}),
  ]);
  if (!roulette) throw new Error(`${rouletteId} does not exist`);
  return { roulette, spins, prizes, players, items };
}
