export interface RestRoute {
  /** This path and everything below it. */
  prefix: string;
  /** Who answers: the service's name, which is also the area of the scopes that open it. */
  service: string;
  /** For anybody, without a credential: pages that a business's visitors see. */
  isPublic?: boolean;
}

/** Every REST path that leads to a service. A new one is a line here; the routes below it belong to the service. */
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
