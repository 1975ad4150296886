import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<string | undefined>();

/** For tests: a command of `work` that writes to the database is an error that names the route. */
export function storingNothing<T>(route: string, work: () => T): T {
  return current.run(route, work);
}

/** The route that must store nothing, within `storingNothing`. */
export function getRouteStoringNothing(): string | undefined {
  return current.getStore();
}

/** For a value that the mesh stores once, whichever request comes first: it is nothing that strangers can make more of. */
export function storingOnce<T>(work: () => T): T {
  return current.run(undefined, work);
}
