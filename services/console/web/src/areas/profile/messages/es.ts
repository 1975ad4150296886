import type { ProfileMessages } from "./index.js";

export const es: ProfileMessages = { title: "Perfil", name: "Nombre", email: "Correo", id: "Id" };
