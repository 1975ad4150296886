export { AsyncSignal } from "./async-signal.js";
export { createCoalescingWriter } from "./coalescing-writer.js";
export { InFlightCounter } from "./in-flight-counter.js";
export { KeyedMutex } from "./keyed-mutex.js";
export { createYieldToLoop } from "./yield-to-loop.js";
export { singleFlight, type SingleFlight } from "./single-flight.js";
