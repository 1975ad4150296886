import type { RouteFacts } from "@tenant-ops/kit/http";

/** The committed table, in the order of the documentation; `npm run generate` writes it. */
declare const contract: Readonly<{
  routes: readonly RouteFacts[];
  /** The routes of people who are signed in to the console. */
  personRoutes: readonly RouteFacts[];
}>;
export default contract;
