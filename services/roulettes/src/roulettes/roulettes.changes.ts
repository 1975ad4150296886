import type { Database, Quota, Scope, WriteScope } from "@tenant-ops/kit/data";
import type { RouletteRequest } from "@tenant-ops/proto/roulettes";
import { findCatalogue } from "../gifts/gift-types.store.js";
import { findItems } from "../gifts/items.store.js";
import { planRoulette } from "./roulettes.rules.js";
import { insertRoulette } from "./roulettes.store.js";
import type { PageSettings, Roulette, RouletteFacts } from "./roulettes.types.js";

/**
 * Creates a roulette. It is planned inside the transaction, also after a preview: the last unit of an item may have been won since.
 * @throws Refusal of `planRoulette`, quota_exceeded
 */
export async function createRoulette(
  db: Database,
  quota: Quota,
  scope: WriteScope,
  request: RouletteRequest,
  page: PageSettings = {},
): Promise<Roulette> {
  const planned = planRoulette(request, await findRouletteFacts(db, scope, request));
  await quota.claim(scope);
  return insertRoulette(scope, { ...planned, ...page });
}

/** The records that `planRoulette` needs for this request. */
export async function findRouletteFacts(
  db: Database,
  scope: Scope,
  { gifts }: RouletteRequest,
): Promise<RouletteFacts> {
  const catalogue = await findCatalogue(db);
  const items = await findItems(
    scope,
    gifts.flatMap(({ itemId }) => itemId || []),
  );
  return { catalogue, items, country: scope.call.country };
}
