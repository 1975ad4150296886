export { ensureEventStream, eventStream, openBus, type Bus } from "./bus.js";
export { startEventListener, type EventListener, type ReceivedEvent } from "./event-listener.js";
