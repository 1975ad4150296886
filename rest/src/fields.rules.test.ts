import { expect, test } from "vitest";
import type * as z from "zod";
import { routes } from "./index.js";

/** What a program has made, what the services compare with a list, and addresses, which have rules of their own. */
const noTexts =
  /(^|\.)(_id|id|\w+Ids?|item_id|client_id|client_secret|clientSecret|accessToken|scope|url|file|startsAt|endsAt|timeZone|allowedAddresses|toolsets|confirmName|withdrawalType|types|emoji|typeOf\w+\.name)$/;

/** What this test reads of the definition of a schema. */
interface Definition {
  type: string;
  shape?: Record<string, z.core.$ZodType>;
  options?: z.core.$ZodType[];
  innerType?: z.core.$ZodType;
  element?: z.core.$ZodType;
  in?: z.core.$ZodType;
  out?: z.core.$ZodType;
  checks?: z.core.$ZodCheck[];
}

/** The texts of a schema that are stored as they come, by their path. */
function listRawTexts(schema: z.core.$ZodType | undefined, path: string): string[] {
  const def: Definition | undefined = schema?._zod.def;
  if (!def) return [];
  if (def.type === "string") {
    const isFixed = def.checks?.some(({ _zod: { def: check } }) =>
      ["overwrite", "string_format"].includes(check.check),
    );
    return isFixed || "format" in def ? [] : [path];
  }
  const parts = [def.innerType, def.element, def.in, def.out, ...(def.options ?? [])];
  return [
    ...Object.entries(def.shape ?? {}).flatMap(([name, field]) => listRawTexts(field, path ? `${path}.${name}` : name)),
    ...parts.flatMap((part) => listRawTexts(part, path)),
  ];
}

test("every text that a person writes is stored in one form", () => {
  const found = routes.flatMap(({ id, method, body }) =>
    method === "GET" ? [] : listRawTexts(body, "").map((path) => ({ path, name: `${id}: ${path}` })),
  );
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter(({ path }) => path !== "" && !noTexts.test(path)).map(({ name }) => name)).toEqual([]);
});
