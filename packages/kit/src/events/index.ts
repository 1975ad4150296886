export { ensureEventStream, eventStream, openBus, type Bus } from "./bus.js";
export { createSystemCall, startEventListener, type EventListener, type ReceivedEvent } from "./event-listener.js";
