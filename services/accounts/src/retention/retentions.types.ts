import type { RetentionMode, RetentionRules } from "@tenant-ops/kit/retention";
import type { RequestKey } from "../requests/request-keys.rules.js";

const modes: readonly string[] = ["archive", "delete"] satisfies RetentionMode[];

/** @returns a sentence when the setting is wrong */
export function parseRetentionModes(text: string): RetentionMode[] | string {
  if (text.trim() === "none") return [];
  const given = text.split(",").map((part) => part.trim());
  if (given.every((mode): mode is RetentionMode => modes.includes(mode))) return given;
  return "must be archive, delete or both, or none";
}

/** How long a business keeps its history. A business without a record keeps everything. */
export interface Retention {
  /** Id of the business. */
  _id: string;
  /** Increased by each change; the first one has the version 1. */
  version: number;
  rules: RetentionRules;
  updatedAt: Date;
  /** By service: when the business chose the rules that accounts has adopted from this service. All other rules were chosen at `updatedAt`. */
  chosenAt: Record<string, Date>;
  /** Id of the key or of the person in the console. */
  updatedBy: string;
  /** Time of the last change, or of the first delivery that a service did not answer. Absent when every service has these rules. */
  notDeliveredSince?: Date;
  /** The requests that made the last changes, the newest first. */
  answered: RequestKey[];
}

/** The rules that a service has stored, from its answer to a delivery. */
export interface StoredRules {
  service: string;
  version: number;
  rules: RetentionRules;
  /** When the business chose them. */
  chosenAt: Date;
}

/** The answers of the services to one delivery. */
export interface DeliveryResult {
  /** The rules of services that have other rules than the delivered ones. */
  differing: StoredRules[];
  /** The errors of services that did not answer. */
  errors: unknown[];
}

/** The rules that the operator allows. */
export interface RetentionLimits {
  daysMin: number;
  modes: readonly ("archive" | "delete")[];
}
