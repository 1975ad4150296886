import type { ProfileMessages } from "./index.js";

export const pt: ProfileMessages = { title: "Perfil", name: "Nome", email: "E-mail", id: "Id" };
