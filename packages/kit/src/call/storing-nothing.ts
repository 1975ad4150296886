import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<string>();

/** For tests: a command of `work` that writes to the database is an error that names the route. */
export function storingNothing<T>(route: string, work: () => T): T {
  return current.run(route, work);
}

/** The route that must store nothing, within `storingNothing`. */
export function getRouteStoringNothing(): string | undefined {
  return current.getStore();
}
