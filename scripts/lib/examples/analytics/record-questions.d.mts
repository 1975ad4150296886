import type { Mesh } from "../../mesh/mesh.mjs";

/**
 * Creates a business with months of numbers and asks the questions.
 * @param mesh started with `createClockSettings`
 * @returns the text of docs/analytics-questions.md
 */
export function recordQuestions(mesh: Mesh): Promise<string>;
