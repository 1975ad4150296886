import type { HomeMessages } from "./index.js";

export const es: HomeMessages = { title: "Inicio" };
