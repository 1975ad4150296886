export * from "./testing/lanes.testing.js";
export * from "./testing/name-server.testing.js";
export * from "./testing/receiver.testing.js";
export * from "./testing/service.testing.js";
