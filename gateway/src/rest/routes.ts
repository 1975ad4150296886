/**
 * Paths of routes that the contract (`rest/`) does not declare yet. A line goes when all routes below its prefix are declared there.
 */
export const undeclaredRoutes: ReadonlyArray<{ prefix: string; service: string }> = [
  { prefix: "/v1/public/campaigns", service: "flows" },
  { prefix: "/v1/public/flows", service: "flows" },
];
