import type { MessagesLike } from "../../../i18n/language.js";
import type { en } from "./en.js";

export const es: MessagesLike<typeof en> = {
  title: "Acceso de visitantes",
  lead: "Cómo demuestran los visitantes quiénes son antes del formulario de una página de registro. Cada página elige la forma; lo que no esté configurado aquí no se pide.",
  set: "Configurado",
  notSet: "Sin configurar",
  saved: "Los ajustes se guardaron",
  removed: "Se quitó; ya no se pide a los visitantes",
  remove: "Quitar",
  removeTitle: (name) => `¿Quitar ${name}?`,
  removeText:
    "Las páginas de registro que usan solo esta forma dejan que los visitantes se registren sin prueba desde ahora. El secreto guardado se borra.",
  whatsapp: {
    title: "Código por WhatsApp",
    lead: "Tu propia cuenta de la API de WhatsApp Cloud envía un código al teléfono del visitante. WhatsApp te cobra cada código.",
    never: "Aún no se ha enviado ningún código con estos ajustes.",
    outcomes: { sending: "Sin respuesta", sent: "Enviado", failed: "Falló" },
    test: "Enviar una prueba",
    testTitle: "Enviar un código de prueba",
    testLead:
      "WhatsApp cobra este código como cualquier otro. Un teléfono recibe como máximo un código en 60 segundos.",
    testSend: "Enviar el código",
    testSent: "WhatsApp aceptó el código",
    testFailed: "El código no se envió. Abajo dice por qué.",
    fields: {
      state: "Estado",
      phoneNumberId: "Identificador del número de teléfono",
      phoneNumberIdHint: "Del administrador de WhatsApp; no es el número.",
      accessToken: "Token de acceso",
      accessTokenHint: "De un usuario del sistema con whatsapp_business_messaging.",
      templateName: "Plantilla",
      templateNameHint: "Una plantilla aprobada de la categoría autenticación con botón para copiar el código.",
      templateLanguage: "Idioma de la plantilla",
      templateLanguageHint: "Como en el administrador de WhatsApp, por ejemplo es_MX.",
      codesPerDayMax: "Códigos en 24 horas, como máximo",
      codesPerDayMaxHint: "Limita tu gasto cuando alguien pide muchos códigos.",
      lastSend: "Último código",
      phone: "Teléfono",
      phoneHint: "Con código de país, como +52 55 1234 5678.",
    },
  },
  provider: {
    title: "Proveedor de identidad",
    lead: "Los visitantes inician sesión con una cuenta en tu proveedor de OpenID Connect.",
    redirectUrlHint: "Regístrala en el proveedor. Es la misma para todas las páginas de registro de este negocio.",
    fields: {
      state: "Estado",
      redirectUrl: "URI de redirección",
      issuer: "Dirección del proveedor",
      issuerHint: "Dirección del proveedor, sin /.well-known/…",
      clientId: "ID de cliente",
      clientSecret: "Secreto de cliente",
    },
  },
};
