export * from "./stocks.js";
