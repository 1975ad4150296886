import * as z from "zod";
import { dayOrTimeSource, daySource } from "../data/time/dates.js";

// `parseDateRange` and `parseDays` read these texts and have the sentences for what is wrong. The pattern of the document is theirs.

/** Patterns of the document that are checked, and described, where the date is read. */
export const datePatterns = {
  dayOrNone: `^(?:${daySource})?$`,
  dayOrTime: `^${dayOrTimeSource}$`,
  dayOrTimeOrNone: `^(?:${dayOrTimeSource})?$`,
} as const;

/** A day, such as `2026-11-21`, or nothing. */
export const dayOrNone = z
  .string()
  .regex(/^(\d{4}-\d\d-\d\d)?$/)
  .meta({ pattern: datePatterns.dayOrNone });

/** A day or an ISO 8601 timestamp. */
export const dayOrTime = z.string().min(1).max(40).meta({ pattern: datePatterns.dayOrTime });

/** The same, or nothing. */
export const dayOrTimeOrNone = z
  .string()
  .regex(/^(\d{4}-\d\d-\d\d(T.+)?)?$/)
  .meta({ pattern: datePatterns.dayOrTimeOrNone });
