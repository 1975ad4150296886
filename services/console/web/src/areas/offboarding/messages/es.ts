import type { MessagesLike } from "../../../i18n/language.js";
import type { en } from "./en.js";

export const es: MessagesLike<typeof en> = {
  title: "Cerrar el negocio",
  lead: "El acceso termina enseguida y todo se elimina después de un tiempo de espera. Hasta entonces un propietario puede cancelarlo.",
  counting: "Contando lo que se guarda. Tarda hasta ocho segundos.",
  steps: {
    title: "Qué va a pasar",
    atOnce: "Enseguida",
    atOnceText:
      "Se rechazan las llamadas de claves, agentes y tus sistemas, los visitantes no encuentran páginas y los miembros solo ven que el negocio está cerrado. Los webhooks y los plazos se detienen.",
    waiting: (days) => `Durante ${days}`,
    waitingText:
      "No se elimina nada. Un propietario puede cancelar aquí: todo sigue como antes, con las mismas claves, miembros y conexiones. Todo se puede descargar.",
    deletion: (date) => `Desde el ${date}`,
    deletionText:
      "Se elimina todo en todas las áreas, junto con el entorno de prueba. Las personas que no pertenecen a otro negocio pierden su cuenta. Nadie lo puede deshacer, tampoco el operador.",
    stays: "Lo que queda",
    staysText:
      "Lo que los webhooks ya enviaron está con sus receptores. Las copias de seguridad vencen con el tiempo. El operador conserva un comprobante con fechas y cantidades, sin nombres.",
  },
  days: { one: "# día", other: "# días" },
  counts: {
    title: "Qué se eliminaría",
    lead: (records) => `Datos: ${records}. Se incluye el entorno de prueba.`,
    incomplete: "El tiempo para contar terminó, así que hay más.",
    caption: "Datos por área",
    fields: {
      area: "Área",
      content: "Entre ellos",
      records: "Datos",
    },
  },
  areas: {
    supply: { name: "Inventario", content: "Productos, centros, existencias, retiros, traslados" },
    roulettes: { name: "Ruletas", content: "Ruletas, artículos, giros, premios" },
    learning: { name: "Cursos", content: "Cursos, alumnos, certificados" },
    flows: {
      name: "Páginas de registro",
      content: "Páginas de registro, registros, documentos y archivos, encuestas y eventos",
    },
    webhooks: { name: "Webhooks", content: "Destinos, entregas, eventos" },
    analytics: { name: "Estadísticas", content: "Nada propio: lee las cifras de las otras áreas" },
    approvals: { name: "Aprobaciones", content: "Reglas con las que aprueban las personas" },
    console: { name: "Personas", content: "Miembros, invitaciones, agentes conectados, inicio de sesión" },
    gateway: { name: "Negocio", content: "Configuración, claves de API, solicitudes sobre personas" },
  },
  export: {
    title: "Descargar todo",
    text: "Un archivo ZIP con un archivo por tipo de dato, todos los documentos y una lista con la cantidad de datos de cada archivo, con la que se comprueba que nada falta ni cambió. Las claves y otros secretos no están incluidos. El mejor momento para el último es mientras el negocio está cerrado, porque entonces nadie puede cambiar nada.",
    download: "Descargar ZIP",
    reading: "Leyendo … deja esta página abierta",
  },
  close: {
    open: "Cerrar el negocio",
    title: "¿Cerrar este negocio?",
    summary: (records, date) => `Datos: ${records}. Se eliminan desde el ${date}.`,
    text: "Desde ahora se rechaza todo acceso. Hasta la eliminación un propietario puede cancelar en esta página.",
    days: "Días hasta la eliminación",
    daysHint: (min, max) => `De ${min} a ${max}.`,
    daysRefused: (min, max) => `Escribe un número entero de ${min} a ${max}.`,
    confirm: (name) => `Escribe ${name} para confirmar`,
    submit: "Cerrar el negocio",
  },
  closed: {
    title: "Este negocio está cerrado",
    waiting: (date) => `Todo se elimina desde el ${date}.`,
    waitingText:
      "Hasta entonces no se elimina nada y se rechaza todo acceso. Un propietario puede conservar el negocio: todo sigue como antes.",
    deleting: "La eliminación empezó. Ya no se puede cancelar.",
    deletingText:
      "Cuando termine ya no verás este negocio. Si no perteneces a otro, también se elimina tu cuenta. El operador tiene el comprobante.",
    fields: {
      deleteAt: "Eliminación",
      requested: "Solicitado",
      by: "Solicitado por",
      id: "ID de la solicitud",
    },
    requesters: { owner: "Un propietario del negocio", operator: "El operador de esta instalación" },
    keep: "Conservar el negocio",
    keepTitle: "¿Conservar este negocio?",
    keepText:
      "Se aceptan llamadas otra vez. Los webhooks que esperan se envían, y lo que venció mientras tanto ocurre ahora.",
    kept: "El negocio se conserva. Todo sigue",
  },
  notice: {
    ownerText: "Se rechaza todo acceso y todo se va a eliminar, salvo que un propietario lo cancele antes.",
    memberText:
      "Se rechaza todo acceso y todo se va a eliminar. Solo un propietario del negocio puede ver la fecha y cancelarlo.",
    open: "Ver la fecha, descargar o cancelar",
  },
};
