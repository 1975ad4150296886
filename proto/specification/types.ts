import type { Shape } from "./shapes.js";

/**
 * A tool as the specification (`service.md`) describes it: what it takes and what it answers. The tables of this folder are
 * written by hand from the specification and never generated from the contract, so that tests can compare the two.
 */
export interface SpecifiedTool {
  name: string;
  kind: "read" | "propose" | "create" | "update" | "withdraw";
  /**
   *   name!: type            required
   *   name?: type            optional; absent has a meaning of its own
   *   name: type = default   optional; absent means the default
   */
  parameters: string[];
  /** The fields of objects inside the parameters, by the parameter's name. */
  objects?: Record<string, string[]>;
  /** Arguments that are enough. Placeholders such as `{stock_id}` stand for records, as in the samples of the contract. */
  arguments: Record<string, unknown>;
  answer: Shape;
  /** On a propose tool: fields of the preview when the optional parameters are left out. */
  shows?: Record<string, unknown>;
}

/** A call that the specification refuses. */
export interface SpecifiedRefusal {
  what: string;
  /** The tool that writes; its preview refuses the same. */
  write: string;
  /** Replaces some of the tool's `arguments`. */
  wrong: Record<string, unknown>;
  error: string;
}

export interface SpecifiedResource {
  uri: string;
  name: string;
  /** Words that its text has to contain, by what the specification says of its content. */
  words: string[];
}

export interface AreaSpecification {
  tools: SpecifiedTool[];
  refusals: SpecifiedRefusal[];
  resources: SpecifiedResource[];
}
