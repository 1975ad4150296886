import type { FastifyContextConfig, FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import { storingNothing } from "../call/storing-nothing.js";

/**
 * What the routes that need no credential store, such as `"POST /flow/*": ["registrations"]`: the names of its limits (docs/limits.md). One that only
 * reads stores nothing.
 */
export type StoredWithoutCaller = Readonly<Record<string, readonly string[]>>;

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * True on a route for strangers, who have no credential, `session` on one that checks the session of a person itself. Every other route needs a call
     * context of the gateway.
     */
    withoutCaller?: boolean | "session";
  }
}

export interface DeclarationRules {
  isForStrangers: (config: FastifyContextConfig) => boolean;
  /** Whether routes that only read must be declared too. The gateway passes on the declared routes of the services, and no others. */
  coversReads: boolean;
}

const rulesOfServices: DeclarationRules = {
  isForStrangers: ({ withoutCaller }) => withoutCaller === true,
  coversReads: true,
};

/**
 * A process does not start when a route for strangers is not declared, or when a declared route does not exist. Must be called before the routes are
 * added.
 */
export function requireDeclaredStores(
  app: FastifyInstance,
  stored: StoredWithoutCaller,
  { isForStrangers, coversReads }: DeclarationRules = rulesOfServices,
): void {
  const registered: RouteOptions[] = [];
  app.addHook("onRoute", (route) => void registered.push(route));
  // Not in the hook above: the hooks of inner scopes run later and may change the options of their routes.
  app.addHook("onReady", async () => {
    const names = new Set(registered.filter(({ config }) => isForStrangers(config ?? {})).flatMap(listNames));
    const isExempt = (name: string) => !coversReads && /^(GET|HEAD|OPTIONS) /.test(name);
    const undeclared = [...names].filter((name) => !isExempt(name) && !stored[name]);
    if (undeclared.length > 0)
      throw new Error(
        `no credential is needed, and what is stored is not declared in rest/src/budgets: ${undeclared.join(", ")}`,
      );
    const unknown = Object.keys(stored).filter((name) => !names.has(name));
    if (unknown.length > 0) throw new Error(`declared in rest/src/budgets, and no such route: ${unknown.join(", ")}`);
  });
}

function listNames({ method, url }: RouteOptions): string[] {
  return [method].flat().map((one) => `${one} ${url}`);
}

/** For tests: runs the handler of a request so that a write which is not declared is an error. */
export function checkStores<T>(request: FastifyRequest, stored: StoredWithoutCaller, work: () => T): T {
  const { config, url = "" } = request.routeOptions;
  const [name = ""] = listNames({ method: request.method, url } as RouteOptions);
  const storesNothing = config.withoutCaller === true && (stored[name] ?? []).length === 0;
  return storesNothing ? storingNothing(name, work) : work();
}
