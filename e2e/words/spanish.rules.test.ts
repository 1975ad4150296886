import { expect, test } from "vitest";
import { collectTexts } from "./texts.js";

// In Spanish we say "tú". The forms of "usted" are found where they stand as an imperative: at the beginning of a sentence or of a clause.

/** What our texts tell people to do. */
const verbsInAr =
  "aceptar activar administrar agregar anotar apagar apretar archivar asignar borrar buscar cambiar cancelar canjear cargar cerrar comenzar " +
  "compartir comprobar completar conectar configurar confirmar conservar consultar contar copiar corregir crear cuidar dejar desactivar " +
  "descargar editar eliminar emitir empezar entregar enviar escanear esperar explicar firmar girar guardar habilitar iniciar indicar " +
  "ingresar instalar intentar invitar llamar llenar llevar marcar mirar mostrar nombrar ordenar pagar pegar preguntar preparar probar " +
  "publicar pulsar quitar reactivar realizar rechazar recordar reemplazar reenviar registrar renovar reservar revisar revocar sacar " +
  "seleccionar señalar solicitar tocar tomar trabajar trasladar usar utilizar verificar";
/** Those whose form is not made by the rule for -ar. */
const others =
  "abra acceda añada cierre comience compruebe corrija cuente dé defina deshaga diga elija emita empiece escoja escriba haga inscriba introduzca " +
  "lea muestre permita pida ponga pruebe reciba recuerde repita responda siga suba tenga traiga vaya vea venda vuelva";

const toUsted = (infinitive: string): string => {
  const stem = infinitive.slice(0, -2);
  return `${stem.replace(/g$/, "gu").replace(/c$/, "qu").replace(/z$/, "c")}e`;
};
const usted = new Set([
  ...verbsInAr
    .split(" ")
    .filter((verb) => verb.endsWith("ar"))
    .map(toUsted),
  ...others.split(" "),
]);
/** Forms that are also another word. */
const alsoNouns = new Set(["nombre", "conecte", "cargue", "entre"]);

/** Behind these a new clause begins. */
const clauses = /[.:;¿?¡!(—,]\s*|\s(?:[yeou]|después|luego|primero|entonces)\s/giu;
const withoutAccents = (word: string): string => word.normalize("NFD").replaceAll("\u0301", "").normalize("NFC");

function isUsted(word: string): boolean {
  const lower = word.toLowerCase();
  if (usted.has(lower)) return !alsoNouns.has(lower);
  // "Regístrela", "pídalo": the pronoun brings the accent.
  const [, verb = ""] = /^(.*[áéíóú].*[ea])(?:se)?(?:lo|la|los|las|le|les)$/u.exec(lower) ?? [];
  return usted.has(verb) || usted.has(withoutAccents(verb));
}

/** "Confirma su correo": told as "tú", with the possessive of "usted". */
const mixed =
  /(?:^|[.:;]\s)\p{Lu}\p{L}+[ae]\ssu\s(?:correo|cuenta|contraseña|llave|nombre|teléfono|negocio|navegador|sesión|gasto|costo)\b/u;
/** "Su propia cuenta envía un código", "WhatsApp le cobra": of the reader, because no other person was named before. */
const ofReader =
  /(?:^|[.:;]\s)Sus?\s(?:propi[oa]s?|cuenta|negocio|empresa|equipo)\b|\b[Ll]e\s(?:cobra|cuesta|avisa|llega)\p{L}*/u;

function findUsted(text: string): string[] {
  const beginnings = text.split(clauses).map((clause) => /^(?:no\s)?(\p{L}+)/iu.exec(clause.trim())?.[1] ?? "");
  const pronouns = (text.match(/\p{L}+/gu) ?? []).filter((word) => /^usted(es)?$/i.test(word));
  return [...beginnings.filter(isUsted), ...pronouns, ...(mixed.exec(text) ?? []), ...(ofReader.exec(text) ?? [])];
}

test.each([
  "Busque el código.",
  "Aún no hay. Cree el primero.",
  "Revise",
  "Está inactiva hasta que usted la active.",
  "Elige uno y entréguelo.",
  "No entregue nada.",
  "Regístrela aquí",
  "Pídalo otra vez",
  "Confirma su correo",
  "Limita su gasto cuando alguien pide muchos códigos.",
  "Su propia cuenta envía un código.",
  "WhatsApp le cobra cada código.",
])("%j is a form of usted", (text) => {
  expect(findUsted(text)).not.toEqual([]);
});

test.each([
  "Elige uno y entrégalo.",
  "Deja ambas vacías.",
  "Inténtalo otra vez",
  "cuando el cliente use su cuenta",
  "Nombre",
  "De 1 a 20",
  "Su próxima llamada se rechaza.",
  "El programa no volvió. Su registro venció.",
])("%j is no form of usted", (text) => {
  expect(findUsted(text)).toEqual([]);
});

test("no Spanish text says usted", () => {
  const texts = collectTexts("es");
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.flatMap(({ where, text }) => findUsted(text).map((word) => `${where}: ${word} | ${text}`))).toEqual([]);
});
