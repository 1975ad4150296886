import { z } from "zod";
import { defaultEventTypes, subscribableTypes } from "../events/catalogue.js";

const eventNames = z
  .array(z.enum(["*", ...subscribableTypes], { error: `must be "*" or one of ${subscribableTypes.join(", ")}` }))
  .min(1)
  .max(50)
  .transform((names) => [...new Set<string>(names)]);
const fields = {
  url: z.string().min(1),
  description: z.string().max(200),
  events: eventNames,
  maxAttempts: z.int().min(1).max(10),
  maxConcurrency: z.int().min(1).max(20),
  ratePerSecond: z.number().min(0.1).max(100),
};

export const creationInput = z.strictObject({
  ...fields,
  description: fields.description.default(""),
  events: fields.events.default(defaultEventTypes),
  maxAttempts: fields.maxAttempts.optional(),
  maxConcurrency: fields.maxConcurrency.optional(),
  ratePerSecond: fields.ratePerSecond.optional(),
});

export const changeInput = z
  .strictObject({
    ...fields,
    status: z.enum(["enabled", "disabled"]),
    maxAttempts: fields.maxAttempts.nullable(),
    maxConcurrency: fields.maxConcurrency.nullable(),
    ratePerSecond: fields.ratePerSecond.nullable(),
  })
  .partial();

export const rotationInput = z.strictObject({ overlapHours: z.number().min(0).max(168).default(24) });
