import { createQuota } from "@tenant-ops/kit/data";
import { visitorIndexes } from "@tenant-ops/kit/pages";
import { defineService } from "@tenant-ops/kit/process";
import { RoulettesService } from "@tenant-ops/proto/roulettes";
import { routes } from "@tenant-ops/rest";
import { storedWithoutCaller } from "@tenant-ops/rest/budgets";
import { rouletteAudits } from "./audits.js";
import { config } from "./config.js";
import { analytics, countSources, dailyCountHttp } from "./daily-counts.js";
import { dataLife } from "./data-life.js";
import { catalogueCollections, seedCatalogue } from "./gifts/gift-types.store.js";
import { giftTypeHttp } from "./gifts/gift-types.http.js";
import { itemHttp } from "./gifts/items.http.js";
import { giftUnitsRpcs, itemRpcs, itemUpdateRpcs } from "./gifts/items.rpc.js";
import { itemIndexes } from "./gifts/items.store.js";
import { migrations } from "./migrations/migrations.js";
import { roulettePageHttp } from "./page/page.http.js";
import { startPrizeExpiry } from "./prizes/prizes.expiry.js";
import { prizeHttp } from "./prizes/prizes.http.js";
import { prizeRpcs } from "./prizes/prizes.rpc.js";
import { prizeIndexes, prizeTimerCollection, prizeTimersOfPrizes } from "./prizes/prizes.store.js";
import { rouletteResources } from "./resources.js";
import { rouletteHttp } from "./roulettes/roulettes.http.js";
import { rouletteRpcs, rouletteUpdateRpcs } from "./roulettes/roulettes.rpc.js";
import { rouletteIndexes } from "./roulettes/roulettes.store.js";
import { spinCheckpointCollection, spinCheckpointIndexes } from "./spins/spin-checkpoints.store.js";
import { spinHistory } from "./spins/spin-history.js";
import { createSpinner, spinHttp, spinRpcs } from "./spins/spins.http.js";
import { spinIndexes } from "./spins/spins.store.js";

/** The roulettes service: its collections, rpcs, resources, REST routes and periodic task. */
export const roulettes = defineService({
  name: "roulettes",
  api: RoulettesService,
  config,
  life: dataLife,
  indexes: {
    items: itemIndexes,
    roulettes: rouletteIndexes,
    spins: spinIndexes,
    players: [],
    prizes: prizeIndexes,
    visitors: visitorIndexes,
    [spinCheckpointCollection]: spinCheckpointIndexes,
  },
  history: [spinHistory],
  publicPages: ["roulettes"],
  shared: { ...catalogueCollections, ...prizeTimerCollection },
  sharedRecords: [prizeTimersOfPrizes],
  prepare: seedCatalogue,
  migrations,
  audits: { records: rouletteAudits, counts: countSources },
  analytics: () => analytics,
  setup: ({ config: { QUOTA_ROULETTES, QUOTA_ITEMS } }) => ({
    rouletteQuota: createQuota({
      collection: "roulettes",
      records: "roulettes",
      max: QUOTA_ROULETTES,
      setting: "QUOTA_ROULETTES",
    }),
    itemQuota: createQuota({
      collection: "items",
      records: "roulette items",
      max: QUOTA_ITEMS,
      setting: "QUOTA_ITEMS",
    }),
  }),
  // The type requires every rpc of RoulettesService, so a missing one does not compile.
  rpcs: ({ db, itemQuota, rouletteQuota }) => ({
    ...itemRpcs(db, itemQuota),
    ...itemUpdateRpcs(db),
    ...rouletteRpcs(db, rouletteQuota),
    ...rouletteUpdateRpcs(db),
    ...giftUnitsRpcs(db),
    ...spinRpcs(db),
    ...prizeRpcs(db),
  }),
  resources: ({ db }) => rouletteResources(db),
  contract: routes,
  storedWithoutCaller: storedWithoutCaller.roulettes,
  http: (app, { db, config, logger, itemQuota, rouletteQuota }) => {
    const spin = createSpinner(db);
    roulettePageHttp(app, { db, spin, logger, publicKeys: config.CALL_CONTEXT_PUBLIC_KEYS });
    rouletteHttp(app, db, rouletteQuota);
    itemHttp(app, db, itemQuota);
    giftTypeHttp(app, db);
    spinHttp(app, db, spin);
    prizeHttp(app, db);
    dailyCountHttp(app, db);
  },
  background: ({ db, logger, config: { PRIZE_SWEEP_MS } }) => startPrizeExpiry(db, logger, PRIZE_SWEEP_MS),
});
