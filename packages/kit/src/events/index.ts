export { openBus, type Bus } from "./bus.js";
export { startEventListener } from "./event-listener.js";
export type { EventListener, ReceivedEvent } from "./event-listener.types.js";
export { ensureEventStream, eventStream } from "./event-stream.js";
export { type OutboxRelay, startOutboxRelay } from "./outbox-relay.js";
