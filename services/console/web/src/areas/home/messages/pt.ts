import type { HomeMessages } from "./index.js";

export const pt: HomeMessages = { title: "Início" };
