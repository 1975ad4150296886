import type { Bus } from "@tenant-ops/kit/events";
import { z } from "zod";

/** A replica publishes it after every change of a key or a business. */
const subject = "gateway.credentials.changed";

/** What has changed: one key, or without `keyId` a business and with it all of its keys. */
export interface CredentialChange {
  businessId: string;
  keyId?: string | undefined;
}

const messageSchema = z.object({ businessId: z.string(), keyId: z.string().optional() });

export function publishCredentialChange(bus: Bus, change: CredentialChange): void {
  bus.publish(subject, change);
}

/** @param onChange gets undefined when anything may have changed: a replica of an older version does not say what */
export function onCredentialChange(bus: Bus, onChange: (change: CredentialChange | undefined) => void): void {
  bus.subscribe(subject, (message) => onChange(messageSchema.safeParse(message).data));
}
