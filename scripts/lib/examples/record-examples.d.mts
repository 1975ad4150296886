import type { Mesh } from "../mesh/mesh.mjs";

/** File name below rest/examples → text. */
export type ExampleFiles = Record<string, string>;

/** Starts a mesh and runs the scenario. */
export function recordExamples(): Promise<ExampleFiles>;

/**
 * Runs the scenario on a mesh without data.
 * @throws Error when an operation has no example, or an answer is not a success
 */
export function runScenario(mesh: Mesh): Promise<ExampleFiles>;

/** Writes what has changed and deletes what is left over. @returns the names of the files that changed */
export function writeExamples(files: ExampleFiles): Promise<string[]>;
