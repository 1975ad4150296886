import type { z } from "zod";
import { invalid } from "../errors/refusal.js";

/**
 * Parses the body, the query or the parameters of the path.
 * @throws Refusal invalid_argument that names every wrong field
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, given: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(given ?? {});
  const surrogatePath = findLoneSurrogate(given);
  if (surrogatePath) throw invalid(surrogatePath.join(".") || "body", "holds half a character (a lone surrogate).");
  if (parsed.success) return parsed.data;
  const [first, ...rest] = parsed.error.issues;
  const sentence = rest.map((issue) => `; ${issue.path.join(".") || "body"}: ${issue.message}`).join("");
  throw invalid(first?.path.join(".") || "body", `${first?.message ?? "is wrong"}${sentence}`);
}

/**
 * The path of a string with half of a surrogate pair. JSON can contain one and UTF-8 cannot: MongoDB would store a replacement
 * character, the same for every half.
 */
function findLoneSurrogate(given: unknown): string[] | undefined {
  if (typeof given === "string") return /\p{Surrogate}/u.test(given) ? [] : undefined;
  if (typeof given !== "object" || given === null) return undefined;
  for (const [name, value] of Object.entries(given)) {
    const path = findLoneSurrogate(value);
    if (path) return [name, ...path];
  }
  return undefined;
}
