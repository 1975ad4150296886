import { STATUS_CODES } from "node:http";
import type { Operation, PathItem, Response } from "./openapi.types.js";
import { isReference } from "./references.js";

/**
 * Most routes have the same answer for a status such as 401. Replaces it by a reference, in place, for the most frequent answer of each
 * status.
 * @returns the answers by the name of their status, such as `Unauthorized`
 */
export function shareResponses(paths: Record<string, PathItem>): Record<string, Response> {
  const operations = Object.values(paths).flatMap((item) => Object.values(item).filter(isOperation));
  const counts = new Map<string, Map<string, number>>();
  for (const { responses } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      if (!/^[45]/.test(status) || isReference(response)) continue;
      const texts = counts.get(status) ?? new Map<string, number>();
      const text = JSON.stringify(response);
      counts.set(status, texts.set(text, (texts.get(text) ?? 0) + 1));
    }
  }
  const shared = [...counts].flatMap(([status, texts]) => {
    const [[text, count] = ["", 0]] = [...texts].toSorted(([, a], [, b]) => b - a);
    return count > 1 ? [{ status, text, name: nameStatus(status) }] : [];
  });
  for (const { responses } of operations) {
    for (const { status, text, name } of shared) {
      if (JSON.stringify(responses[status]) === text) responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  return Object.fromEntries(shared.map(({ name, text }) => [name, JSON.parse(text) as Response]));
}

function isOperation(value: unknown): value is Operation {
  return typeof value === "object" && value !== null && "responses" in value;
}

function nameStatus(status: string): string {
  return (STATUS_CODES[status] ?? status).replaceAll(/[^A-Za-z]/g, "");
}
