export interface RestRoute {
  /** This path and everything below it. */
  prefix: string;
  /** Name of the service, which is also the vertical in the scopes. */
  service: string;
  /** Needs no credential: pages for the visitors of a business. */
  isPublic?: boolean;
}

/** Every REST path that is passed on to a service. The service defines the routes below it. */
export const restRoutes: readonly RestRoute[] = [
  { prefix: "/v1/public/webhooks", service: "webhooks" },
  { prefix: "/v1/public/campaigns", service: "flows" },
  { prefix: "/v1/public/flows", service: "flows" },
  { prefix: "/flow", service: "flows", isPublic: true },
  { prefix: "/v1/public/roulettes", service: "roulettes" },
  { prefix: "/v1/public/prizes", service: "roulettes" },
  { prefix: "/v1/public/courses", service: "learning" },
  { prefix: "/v1/public/sessions", service: "learning" },
  { prefix: "/v1/public/supply", service: "supply" },
];
