/** A prompt that MCP hosts offer to people. */
export interface PromptPage {
  name: string;
  title: string;
  description: string;
  /** The prompt is offered to callers that may use all of these tools. */
  tools: readonly string[];
  arguments: readonly PromptArgument[];
  /** First line of the text, without its full stop. */
  task: string;
  /** The numbered lines after it. */
  steps: readonly string[];
}

export interface PromptArgument {
  name: string;
  description: string;
  required?: boolean;
  /** Its values are one of these words. */
  oneOf?: readonly string[];
  /** Its values are ids that a tool lists; people know the records by `nameField`. */
  idsFrom?: { listTool: string; nameField: string };
}

/** The instructions of one area, which are part of the server's instructions for models. */
export interface AreaInstructions {
  subject: string;
  /** Kinds of values that a model has to read from the resources. */
  readFirst: readonly string[];
  /** A whole sentence, or "". */
  cannotBeUndone: string;
}
