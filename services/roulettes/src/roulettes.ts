import { defineService } from "@tenant-ops/kit/process";
import { RoulettesService } from "@tenant-ops/proto/roulettes";
import requests from "@tenant-ops/rest/requests.json" with { type: "json" };
import { storedWithoutCaller } from "@tenant-ops/rest/budgets";
import { config } from "./config.js";
import { dailyCounts } from "./daily-counts.js";
import { giftTypes } from "./gifts/gift-types.noun.js";
import { seedCatalogue } from "./gifts/gift-types.store.js";
import { items } from "./gifts/items.noun.js";
import { migrations } from "./migrations/migrations.js";
import { visitors } from "./page/page.noun.js";
import { startPrizeExpiry } from "./prizes/prizes.expiry.js";
import { prizes } from "./prizes/prizes.noun.js";
import { resources } from "./resources.js";
import { roulettes as wheels } from "./roulettes/roulettes.noun.js";
import { spins } from "./spins/spins.noun.js";

/** The roulettes service. A rpc of RoulettesService that is in no noun does not compile. */
export const roulettes = defineService({
  name: "roulettes",
  api: RoulettesService,
  config,
  migrations,
  requests,
  storedWithoutCaller: storedWithoutCaller.roulettes,
  publicPages: ["roulettes"],
  prepare: seedCatalogue,
  nouns: [items, wheels, spins, prizes, visitors, giftTypes, dailyCounts, resources],
  background: ({ db, logger, config: { PRIZE_SWEEP_MS } }) => startPrizeExpiry(db, logger, PRIZE_SWEEP_MS),
});
