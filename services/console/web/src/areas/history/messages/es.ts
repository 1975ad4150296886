import type { MessagesLike } from "../../../i18n/language.js";
import type { en } from "./en.js";

export const es: MessagesLike<typeof en> = {
  title: "Historial",
  lead: "Cuánto tiempo se conserva cada tipo de dato después de que termina. Sin una regla se conserva hasta que se cierra el negocio.",
  readOnly: "Solo propietarios y administradores pueden cambiar estas reglas. Pídelo a uno de ellos.",
  nothingAllowed: "El operador de esta instalación no permite reglas: todo se conserva hasta que se cierra el negocio.",
  noNewRules: "No se pueden poner reglas nuevas. Las reglas de antes siguen hasta que las quites.",
  applying: "El último cambio aún no llegó a todas las áreas. Mientras tanto usan las reglas anteriores.",
  facts: {
    fields: {
      changed: "Último cambio",
      removed: "Lo que se elimina",
      archived: "Lo archivado",
      sandbox: "Entorno de prueba",
    },
    never: "Aún no hay ninguna regla",
    removedText:
      "Lo que ya cumplió sus días se elimina en minutos u horas. Ya no está en las listas y sus páginas no se encuentran. Las existencias, los límites, los totales y los conteos por día quedan como están.",
    archivedText:
      "El operador guarda los archivos. Si se borran los datos de una persona, también se borran ahí, y todos se eliminan cuando se cierra el negocio.",
    sandboxText: "No tiene reglas: sus datos se quedan hasta que se vacía.",
  },
  days: { one: "# día", other: "# días" },
  rules: {
    keep: "Se conserva hasta que se cierra el negocio",
    archive: (days) => `Se archiva y se elimina después de ${days}`,
    delete: (days) => `Se elimina después de ${days}`,
  },
  goes: "Lo que se elimina",
  ended: "Desde cuándo cuentan sus días",
  stays: "Lo que queda",
  change: "Cambiar",
  noModes: "El operador no permite una regla para este tipo.",
  kinds: {
    spins: {
      name: "Giros",
      goes: "Los giros con sus premios",
      ended:
        "Cuando el premio se entregó o venció, o cuando no se ganó ninguno. Un premio que aún se puede canjear conserva su giro",
      stays: "Los jugadores con todos sus conteos, para que valgan los límites, y los totales de la ruleta",
    },
    stockMovements: {
      name: "Movimientos de inventario",
      goes: "Los movimientos, primero los más antiguos",
      ended: "Desde que se anota",
      stays: "El saldo en el corte, por centro y producto",
    },
    withdrawals: {
      name: "Retiros",
      goes: "Los retiros",
      ended: "Desde que se anota",
      stays: "Sus movimientos de inventario",
    },
    transfers: {
      name: "Traslados",
      goes: "Los traslados",
      ended: "Desde que se anota",
      stays: "Sus movimientos de inventario",
    },
    registrations: {
      name: "Registros de páginas",
      goes: "Lo que los visitantes escribieron en las páginas de registro, con sus archivos",
      ended: "Cuando se completó, se rechazó o venció. El que espera documentos o a su banco se queda",
      stays: "Los conteos de páginas de registro, campañas y días, los premios del visitante y los límites",
    },
    sessions: {
      name: "Inscripciones en cursos",
      goes: "Las inscripciones de los alumnos con sus intentos",
      ended: "Cuando se completó o se reprobó. La que tiene un certificado se queda",
      stays: "La inscripción sin nombre ni correo, para que un curso no empiece de nuevo, y todas las estadísticas",
    },
  },
  form: {
    title: (kind) => `Cambiar: ${kind}`,
    question: "Qué pasa con ello",
    keep: "Conservarlo hasta que se cierre el negocio",
    archive: "Archivarlo y eliminarlo",
    archiveHint: "Se escribe en un archivo, se vuelve a leer y se compara, y solo entonces se elimina.",
    delete: "Eliminarlo",
    deleteHint: "No queda ninguna copia.",
    notAllowed: {
      archive: "El operador no permite archivar.",
      delete: "El operador no permite eliminar sin archivar.",
    },
    noArchive: "No se puede archivar: el operador no tiene un archivo para este tipo.",
    days: "Días después de que termina",
    daysHint: (min, max) => `De ${min} a ${max}. El operador decide el mínimo.`,
    daysRefused: (min, max) => `Escribe un número entero de ${min} a ${max}.`,
    preview: "Ver qué se eliminaría ahora",
    counting: "Contando …",
    previewFirst: "Mira qué se eliminaría ahora antes de guardar.",
    save: "Guardar",
    saveDelete: "Guardar y eliminar",
    saved: "La regla está guardada. Lo que ya cumplió sus días se elimina en minutos u horas",
    kept: "La regla está guardada. Se conserva hasta que se cierra el negocio",
  },
  found: {
    none: "Ahora no se eliminaría nada.",
    archive: (records) => `Datos que ahora se archivarían y eliminarían: ${records}.`,
    delete: (records) => `Datos que ahora se eliminarían para siempre: ${records}.`,
    atLeast: (records) => `al menos ${records}`,
    oldest: (date) => `El más antiguo es del ${date}.`,
    incomplete: "El tiempo para contar terminó, así que hay más.",
    deleteText: "No están en ningún archivo y no se pueden recuperar; el operador tampoco puede.",
    later: "Desde entonces cada dato se elimina cuando se cumplen sus días.",
    keepText: "No se elimina nada más, salvo a lo sumo cien datos cuya eliminación ya empezó. Lo eliminado no vuelve.",
  },
  newer: {
    title: "Las reglas cambiaron mientras tanto. Ahora son:",
    text: "Lo que elegiste sigue aquí y no se guardó nada. Al guardar solo se cambia la regla de este tipo.",
  },
};
