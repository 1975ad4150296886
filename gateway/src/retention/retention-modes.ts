import type { RetentionMode } from "@tenant-ops/kit/retention";

const modes: readonly string[] = ["archive", "delete"] satisfies RetentionMode[];

/** @returns a sentence when the setting is wrong */
export function parseRetentionModes(text: string): RetentionMode[] | string {
  if (text.trim() === "none") return [];
  const given = text.split(",").map((part) => part.trim());
  if (given.every((mode): mode is RetentionMode => modes.includes(mode))) return given;
  return "must be archive, delete or both, or none";
}
