import type { Format } from "../../../i18n/format.js";

/** A size as people read it: `812 KB`, `1.5 MB`. */
export function formatBytes(bytes: number, { number }: Pick<Format, "number">): string {
  // In its short form the unit has no plural: "27 byte".
  if (bytes < 1000) return number(bytes, { style: "unit", unit: "byte", unitDisplay: "long" });
  if (bytes < 1_000_000) return number(bytes / 1000, { style: "unit", unit: "kilobyte", maximumFractionDigits: 0 });
  return number(bytes / 1_000_000, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 });
}

/** What the dialog of the system offers; the server decides by the content. */
export const acceptedTypes = ".pdf,.png,.jpg,.jpeg,.txt,.md";
