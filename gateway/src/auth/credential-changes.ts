import type { Bus } from "@tenant-ops/kit/events";
import { z } from "zod";

/** Each replica publishes on it after every change of a key or a business. */
const subject = "gateway.credentials.changed";

/** One changed key; without `keyId`, a changed business and all of its keys. */
export interface CredentialChange {
  businessId: string;
  keyId?: string | undefined;
}

const messageSchema = z.object({ businessId: z.string(), keyId: z.string().optional() });

export function publishCredentialChange(bus: Bus, change: CredentialChange): void {
  bus.publish(subject, change);
}

/** @param onChange gets undefined for a message that cannot be read: any key may have changed */
export function onCredentialChange(bus: Bus, onChange: (change: CredentialChange | undefined) => void): void {
  bus.subscribe(subject, (message) => onChange(messageSchema.safeParse(message).data));
}
