import type { JsonObject } from "@bufbuild/protobuf";
import { isObject, getText } from "../json.js";

/** The answer of a read tool for the caller; undefined when the caller may not use it or the tool failed. */
export type ReadTool = (name: string, args: Record<string, number>) => Promise<JsonObject | undefined>;

/** The values that complete a typed beginning. */
export type Completer = (typed: string, read: ReadTool) => Promise<string[]>;

const valuesMax = 100;
const rowsMax = 500;

/** Completes from a fixed list. */
export function completeFromWords(...words: readonly string[]): Completer {
  return async (typed) => words.filter((word) => word.startsWith(typed.toLowerCase()));
}

/** Completes ids from a list tool: by the beginning of the id or by a part of the record's name. */
export function completeFromTool(tool: string, nameField: string): Completer {
  return async (typed, read) => {
    const answer = await read(tool, { limit: rowsMax });
    const items = Array.isArray(answer?.["items"]) ? answer["items"].filter(isObject) : [];
    const wanted = typed.toLowerCase();
    return items.flatMap((item) => {
      const id = getText(item, "_id") ?? "";
      const matches = id.startsWith(typed) || getText(item, nameField)?.toLowerCase().includes(wanted);
      return matches ? [id] : [];
    });
  };
}

/** The result in the form of the protocol: at most 100 values, and whether there are more. */
export function toCompletionResult(values: readonly string[]) {
  return {
    completion: { values: values.slice(0, valuesMax), total: values.length, hasMore: values.length > valuesMax },
  };
}
