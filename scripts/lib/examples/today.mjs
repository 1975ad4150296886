/** The day on which the examples are recorded, in the time zone of their business. */
export const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Mexico_City" }).format(new Date());
