import { defineService } from "@tenant-ops/kit/process";
import { SupplyService } from "@tenant-ops/proto/supply";
import requests from "@tenant-ops/rest/requests.json" with { type: "json" };
import { centerStocks } from "./center-stocks/center-stocks.noun.js";
import { centers } from "./centers/centers.noun.js";
import { config } from "./config.js";
import { dailyCounts } from "./daily-counts.js";
import { migrations } from "./migrations/migrations.js";
import { movements } from "./movements/movements.noun.js";
import { transfers } from "./movements/transfers.noun.js";
import { resources } from "./resources.js";
import { stocks } from "./stocks/stocks.noun.js";
import { withdrawals } from "./withdrawals/withdrawals.noun.js";

/** The supply service. A rpc of SupplyService that is in no noun does not compile. */
export const supply = defineService({
  name: "supply",
  api: SupplyService,
  config,
  migrations,
  requests,
  nouns: [centers, stocks, centerStocks, withdrawals, movements, transfers, dailyCounts, resources],
});
