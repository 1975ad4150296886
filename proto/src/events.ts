export { webhookEvents } from "../gen/events.js";
export type { WebhookEvent, WebhookField } from "./events.types.js";
