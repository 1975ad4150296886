/** Currency and time zone of a business that was created without them. */
const defaultsByCountry: Record<string, { currency: string; timeZone: string }> = {
  AR: { currency: "ARS", timeZone: "America/Argentina/Buenos_Aires" },
  BO: { currency: "BOB", timeZone: "America/La_Paz" },
  BR: { currency: "BRL", timeZone: "America/Sao_Paulo" },
  CL: { currency: "CLP", timeZone: "America/Santiago" },
  CO: { currency: "COP", timeZone: "America/Bogota" },
  CR: { currency: "CRC", timeZone: "America/Costa_Rica" },
  DO: { currency: "DOP", timeZone: "America/Santo_Domingo" },
  EC: { currency: "USD", timeZone: "America/Guayaquil" },
  ES: { currency: "EUR", timeZone: "Europe/Madrid" },
  GT: { currency: "GTQ", timeZone: "America/Guatemala" },
  MX: { currency: "MXN", timeZone: "America/Mexico_City" },
  PA: { currency: "USD", timeZone: "America/Panama" },
  PE: { currency: "PEN", timeZone: "America/Lima" },
  PY: { currency: "PYG", timeZone: "America/Asuncion" },
  US: { currency: "USD", timeZone: "America/New_York" },
  UY: { currency: "UYU", timeZone: "America/Montevideo" },
};

export function getCountryDefaults(country: string): { currency: string; timeZone: string } {
  return defaultsByCountry[country] ?? { currency: "USD", timeZone: "UTC" };
}

const currencies = new Set(Intl.supportedValuesOf("currency"));

export function isCurrency(code: string): boolean {
  return currencies.has(code);
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
