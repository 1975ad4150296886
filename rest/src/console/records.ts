import { z } from "zod";

// The routes of people who are signed in to the application. They are for its pages only, so the public document does not list them.

export const consolePath = "/v1/console";
export const businessPath = `${consolePath}/businesses/{businessId}`;

export const ofBusiness = z.strictObject({ businessId: z.string().min(1).max(200) });

/** From the one that may least to the one that may most. */
export const roles = ["viewer", "operator", "approver", "admin", "owner"] as const;
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;
