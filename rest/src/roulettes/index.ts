export * from "./roulettes.js";
export * from "./roulette-items.js";
export * from "./catalogues.js";
export * from "./spins.js";
export * from "./prizes.js";
export * from "./pages.js";
export { getRouletteDailyCounts } from "../daily-counts.js";
