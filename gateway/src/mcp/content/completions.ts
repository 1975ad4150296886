import type { ToolAnswer } from "../tools/dispatch.js";
import { isObject, getText } from "../json.js";

/** Reads with a tool in the caller's name; undefined when the caller may not or the tool failed. */
export type ReadTool = (name: string, args: Record<string, number>) => Promise<ToolAnswer | undefined>;

/** What could stand for the beginning that was typed. */
export type Completer = (typed: string, read: ReadTool) => Promise<string[]>;

const valuesMax = 100;
const rowsMax = 500;

/** One of a closed set of words. */
export function completeFromWords(...words: readonly string[]): Completer {
  return async (typed) => words.filter((word) => word.startsWith(typed.toLowerCase()));
}

/** The ids that a list tool gives, found by the id's beginning or by a part of the record's name. */
export function completeFromTool(tool: string, nameField: string): Completer {
  return async (typed, read) => {
    const answer = await read(tool, { limit: rowsMax });
    const items = Array.isArray(answer?.value["items"]) ? answer.value["items"].filter(isObject) : [];
    const wanted = typed.toLowerCase();
    return items.flatMap((item) => {
      const id = getText(item, "_id") ?? "";
      const matches = id.startsWith(typed) || getText(item, nameField)?.toLowerCase().includes(wanted);
      return matches ? [id] : [];
    });
  };
}

/** As the protocol wants it: at most 100, and whether there are more. */
export function toCompletionResult(values: readonly string[]) {
  return {
    completion: { values: values.slice(0, valuesMax), total: values.length, hasMore: values.length > valuesMax },
  };
}
