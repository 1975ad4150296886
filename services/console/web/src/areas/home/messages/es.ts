import type { HomeMessages } from "./index.js";

export const es: HomeMessages = {
  title: "Inicio",
  lead: "Lo que necesita a una persona.",
  lowStock: "Poco inventario",
  noLowStock: "Ningún producto está bajo en ningún centro.",
  units: (held, alert) => `${held} unidades; bajo si hay menos de ${alert}`,
  endpoints: "Webhooks que fallan",
  noEndpoints: "Ningún destino falla.",
};
