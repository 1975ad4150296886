import { z } from "zod";
import type { Route } from "./route.js";

/** Replaces the names of tools and of their parameters in a sentence. */
export type TranslateDetail = (detail: string, route: Route) => string;

const quotedText = /("(?:[^"\\]|\\.)*")/;
const toolWord = /\bservice:\/\/[\w/]+|\b[a-z]+(?:_[a-z]+)+\b/g;
/** What `notFound` tells agents about a list that only REST has. */
const listedByRest = /No tool lists the valid ids; REST: (GET \S+?)\.(?=\s|$)/g;

/**
 * Rules write their sentences in the words of tools. For a caller of REST, `total_stock` becomes `totalStock` where the route has such a
 * field, `supply_list_stocks` the request with the same rule, and the URI of a resource the request with its content. What is quoted is
 * the caller's own text and stays.
 * @param contract all routes, because a sentence may name a tool of another service
 */
export function createDetailTranslator(contract: readonly Route[]): TranslateDetail {
  const requests = new Map(
    contract.flatMap(({ tools = [], resources = [], method, path }) =>
      [...tools, ...resources].map((name) => [name, `${method} ${path}`] as const),
    ),
  );
  const namesByRoute = new Map<Route, ReadonlyMap<string, string>>();
  const getNames = (route: Route) => {
    const known = namesByRoute.get(route) ?? listNames(route);
    namesByRoute.set(route, known);
    return known;
  };
  return (detail, route) => {
    const names = getNames(route);
    const translate = (word: string) => requests.get(word) ?? names.get(word) ?? word;
    const translatePart = (part: string) =>
      part.replaceAll(listedByRest, "$1 lists the valid ids.").replaceAll(toolWord, translate);
    return detail
      .split(quotedText)
      .map((part, index) => (index % 2 === 0 ? translatePart(part) : part))
      .join("");
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
