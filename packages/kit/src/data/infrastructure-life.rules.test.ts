import { expect, test } from "vitest";
import { dailyCountCollection } from "./counts/daily-counts.js";
import { infrastructureCollections } from "./infrastructure.js";
import { infrastructureLife } from "./infrastructure-life.js";
import { quotaGuardCollection } from "./counts/quota.js";

test("every collection of the kit declares who is in it and how long it is kept", () => {
  const collections = [...infrastructureCollections, quotaGuardCollection, dailyCountCollection];
  expect(Object.keys(infrastructureLife).toSorted()).toEqual(collections.toSorted());
});
