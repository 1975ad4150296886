// `maxLength` of JSON Schema counts characters, and a text of JavaScript counts an emoji twice. Routes and tools take what a validator takes.
import { create } from "@bufbuild/protobuf";
import { Refusal } from "@tenant-ops/kit/errors";
import { parseInput } from "@tenant-ops/kit/http";
import { validate } from "@tenant-ops/kit/rpc";
import { tools } from "@tenant-ops/proto";
import { routes } from "@tenant-ops/rest";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";

const ajv = new Ajv2020({ strict: false });

interface LimitedText {
  place: string;
  maxLength: number;
  takes: (text: string) => boolean;
}

interface ShownText {
  type?: unknown;
  maxLength?: number;
  pattern?: string;
  format?: string;
}

/** A text of any characters, so that its length alone decides. */
const isFree = ({ type, maxLength, pattern, format }: ShownText): boolean =>
  type === "string" && maxLength !== undefined && pattern === undefined && format === undefined;

const isTaken = (parse: () => unknown): boolean => {
  try {
    parse();
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
};

/** The fields of bodies and queries that are free texts. */
const ofRoutes: LimitedText[] = routes.flatMap(({ id, query, body }) =>
  [query, body].flatMap((schema) =>
    Object.entries((schema as z.ZodObject | undefined)?._zod.def.shape ?? {}).flatMap(([name, field]) => {
      const shown = z.toJSONSchema(field as z.ZodType, { io: "input", unrepresentable: "any" }) as ShownText;
      if (!isFree(shown)) return [];
      const input = z.strictObject({ [name]: field as z.ZodType });
      const takes = (text: string) => isTaken(() => parseInput(input, { [name]: text }));
      return [{ place: `${id}.${name}`, maxLength: shown.maxLength ?? 0, takes }];
    }),
  ),
);

const ofTools: LimitedText[] = tools.flatMap(({ name: tool, method, inputSchema }) =>
  method.input.fields.flatMap((field) => {
    const shown = (inputSchema.properties?.[field.name] ?? {}) as ShownText;
    if (!isFree(shown) || field.fieldKind !== "scalar") return [];
    const takes = (text: string) => {
      try {
        validate(method.input, create(method.input, { [field.localName]: text }));
      } catch (error) {
        // Other fields are missing.
        if (error instanceof Refusal) return !error.detail.includes(`${field.name}: must be at most`);
        throw error;
      }
      return true;
    };
    return [{ place: `${tool}.${field.name}`, maxLength: shown.maxLength ?? 0, takes }];
  }),
);

test("texts of routes and of tools are among those that are checked", () => {
  expect(ofRoutes.length).toBeGreaterThan(20);
  expect(ofTools.length).toBeGreaterThan(10);
});

test.each([...ofRoutes, ...ofTools].map((one) => [one.place, one] as const))(
  "%s takes as many characters as its schema says, whatever they are",
  (_place, { maxLength, takes }) => {
    const isValid = ajv.compile({ type: "string", maxLength });
    const texts = fc
      .tuple(fc.integer({ min: Math.max(1, maxLength - 2), max: maxLength + 2 }), fc.integer({ min: 0, max: 100 }))
      .map(([length, percent]) => {
        const emoji = Math.round((length * percent) / 100);
        return "😀".repeat(emoji) + "a".repeat(length - emoji);
      });
    fc.assert(
      fc.property(texts, (text) => {
        expect([text.length, takes(text)]).toEqual([text.length, isValid(text)]);
      }),
      { numRuns: 20 },
    );
  },
);
