import { z } from "zod";

// Fields that several areas have in common.

/** The `{id}` of a path. */
export const byId = z.strictObject({ id: z.string().min(1).max(200) });

export const dateTime = z.iso.datetime();

/** A number of units, as the services store it. */
export const units = z.int().min(0).max(2_147_483_647);
