import { createQuota, type Quota } from "@tenant-ops/kit/data";
import type { SupplyConfig } from "./config.js";

export interface SupplyQuotas {
  centers: Quota;
  stocks: Quota;
  centerStocks: Quota;
}

export function createSupplyQuotas(config: SupplyConfig): SupplyQuotas {
  const quota = (collection: string, records: string, setting: keyof SupplyConfig & `QUOTA_${string}`) =>
    createQuota({ collection, records, max: config[setting], setting });
  return {
    centers: quota("centers", "centers", "QUOTA_CENTERS"),
    stocks: quota("stocks", "products", "QUOTA_STOCKS"),
    centerStocks: quota("centerStocks", "center stocks", "QUOTA_CENTER_STOCKS"),
  };
}
