import { getOption, type JsonObject } from "@bufbuild/protobuf";
import { sample as sampleOption } from "../gen/tenantops/tool/v1/tool_pb.js";
import type { CatalogTool } from "./catalog.js";

/** Sample arguments as the contract gives them, with placeholders such as `{stock_id}`. */
export function getSample({ method }: Pick<CatalogTool, "method">): JsonObject {
  const text = getOption(method.input, sampleOption);
  return text === "" ? {} : (JSON.parse(text) as JsonObject);
}

/** The placeholders of a tool's sample, such as `stock_id`. */
export function listPlaceholders(tool: Pick<CatalogTool, "method">): string[] {
  return [...JSON.stringify(getSample(tool)).matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
}

/** The arguments with a text in place of every placeholder. */
export function fillPlaceholders<Arguments extends object>(
  given: Arguments,
  fill: (placeholder: string) => string,
): Arguments {
  const text = JSON.stringify(given);
  // Inside a JSON text, so quotes and backslashes of the filled text are escaped.
  return JSON.parse(
    text.replaceAll(/\{(\w+)\}/g, (_, name: string) => JSON.stringify(fill(name)).slice(1, -1)),
  ) as Arguments;
}

/** The arguments of a tool that name a record, with their placeholders. */
export function listRecordArguments(tool: Pick<CatalogTool, "method">): { argument: string; placeholder: string }[] {
  return Object.entries(getSample(tool)).flatMap(([argument, value]) => {
    const placeholder = typeof value === "string" ? /^\{(\w+)\}$/.exec(value)?.[1] : undefined;
    return placeholder && placeholder !== "unique" ? [{ argument, placeholder }] : [];
  });
}
