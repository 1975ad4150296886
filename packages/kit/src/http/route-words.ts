import * as z from "zod";
import type { WriteWord } from "../errors/wording.js";
import type { Route } from "./route.js";

/** The request of a tool, such as `GET /v1/public/supply/stocks`, by the name of the tool. */
export type Requests = Readonly<Record<string, string>>;

/** Of all routes, because a sentence may name a tool of another service. */
export function nameRequests(routes: readonly Route[]): Requests {
  return Object.fromEntries(
    routes.flatMap(({ tools = [], resources = [], method, path }) =>
      [...tools, ...resources].map((name) => [name, `${method} ${path}`] as const),
    ),
  );
}

/**
 * How refusals name things to callers of a route: `total_stock` is `totalStock` where the route has such a field, and `supply_list_stocks` the request
 * with the same rule.
 */
export function createRouteWords(requests: Requests): (route: Route) => WriteWord {
  const namesByRoute = new Map<Route, ReadonlyMap<string, string>>();
  return (route) => {
    const names = namesByRoute.get(route) ?? listNames(route);
    namesByRoute.set(route, names);
    const nameRequest = (name: string) => requests[name] ?? names.get(name) ?? name;
    return (word) => {
      if ("field" in word) return word.field.replaceAll(/[^.[\]]+/g, (step) => names.get(step) ?? step);
      if ("request" in word) return nameRequest(word.request);
      return `${nameRequest(word.listOf)} lists the valid ids.`;
    };
  };
}

/** The fields of a route by the names that tools give them. */
function listNames({ params, query, body, names = {} }: Route): Map<string, string> {
  const found = new Set<string>();
  for (const schema of [params, query, body]) if (schema) collectFields(z.toJSONSchema(schema, toJson), found);
  const translated = [...found].map((name) => [toSnakeCase(name), name] as const);
  return new Map([...translated.filter(([snake, name]) => snake !== name), ...Object.entries(names)]);
}

const toJson = { io: "input", unrepresentable: "any" } as const;

function collectFields(schema: unknown, found: Set<string>): void {
  if (typeof schema !== "object" || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === "properties") for (const name of Object.keys(value as object)) found.add(name);
    collectFields(value, found);
  }
}

function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
