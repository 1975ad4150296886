import type { FastifyContextConfig, FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import { storingNothing } from "../call/storing-nothing.js";

/**
 * What the routes that need no credential store, such as `"POST /flow/*": ["registrations"]`: the names of its limits (docs/limits.md). A GET that is not
 * named stores nothing.
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

/**
 * A process does not start when a route for strangers could store something for which nothing is declared, or when a declared route does not exist.
 * Must be called before the routes are added.
 */
export function requireDeclaredStores(
  app: FastifyInstance,
  stored: StoredWithoutCaller,
  isForStrangers: (config: FastifyContextConfig) => boolean = ({ withoutCaller }) => withoutCaller === true,
): void {
  const registered: RouteOptions[] = [];
  app.addHook("onRoute", (route) => void registered.push(route));
  // Not in the hook above: the hooks of inner scopes run later and may change the options of their routes.
  app.addHook("onReady", async () => {
    const names = new Set(registered.filter(({ config }) => isForStrangers(config ?? {})).flatMap(listNames));
    const undeclared = [...names].filter((name) => !/^(GET|OPTIONS) /.test(name) && !stored[name]);
    if (undeclared.length > 0)
      throw new Error(
        `no credential is needed, and what is stored is not declared in rest/src/budgets: ${undeclared.join(", ")}`,
      );
    const unknown = Object.keys(stored).filter((name) => !names.has(name));
    if (unknown.length > 0) throw new Error(`declared in rest/src/budgets, and no such route: ${unknown.join(", ")}`);
  });
}

/** Link checkers send HEAD instead of GET. */
function listNames({ method, url }: RouteOptions): string[] {
  return [method].flat().map((one) => `${one === "HEAD" ? "GET" : one} ${url}`);
}

/** For tests: runs the handler of a request so that a write which is not declared is an error. */
export function checkStores<T>(request: FastifyRequest, stored: StoredWithoutCaller, work: () => T): T {
  const { config, url = "" } = request.routeOptions;
  const [name = ""] = listNames({ method: request.method, url } as RouteOptions);
  const storesNothing = config.withoutCaller === true && (stored[name] ?? []).length === 0;
  return storesNothing ? storingNothing(name, work) : work();
}
