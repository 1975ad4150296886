import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { type CatalogTool, tools } from "@tenant-ops/proto";

type ReadMeasure = (message: MessageShape<DescMessage>, answer: Buffer) => number;

const readers = new Map(tools.flatMap((tool) => (tool.measure ? [[tool.name, createReader(tool, tool.measure)]] : [])));

/**
 * The number of a preview that rules of approvals compare, so that a trial of rules knows how large it was.
 * @param writer the tool that the preview is for @param message its arguments
 * @param answer of the propose tool, as JSON of protobuf
 * @returns undefined when previews of this tool have no number
 */
export const readMeasured = (
  { name }: Pick<CatalogTool, "name">,
  message: MessageShape<DescMessage>,
  answer: Buffer,
): number | undefined => readers.get(name)?.(message, answer);

/**
 * Every preview is counted, so the answer is searched and not parsed. A text in it cannot be taken for the field: within a text quotes are escaped. The
 * tests see to it that no other field of the answer has the same name, and that the number is an integer.
 */
function createReader({ method }: CatalogTool, measure: NonNullable<CatalogTool["measure"]>): ReadMeasure {
  if (measure.in === "preview") {
    const beginning = Buffer.from(`"${measure.field}":`);
    return (_message, answer) => {
      const at = answer.indexOf(beginning);
      // A field that is 0 may be left out.
      return at === -1 ? 0 : parseInteger(answer, at + beginning.length);
    };
  }
  const field = method.input.fields.find(({ jsonName }) => jsonName === measure.field);
  if (!field) throw new Error(`${method.input.typeName} has no field ${measure.field}`);
  return (message) => Number((message as unknown as Record<string, unknown>)[field.localName] ?? 0);
}

const [zero, nine, minus] = [0x30, 0x39, 0x2d];

function parseInteger(text: Buffer, start: number): number {
  const isNegative = text[start] === minus;
  let value = 0;
  for (let at = isNegative ? start + 1 : start; at < text.length; at += 1) {
    const byte = text[at] as number;
    if (byte < zero || byte > nine) break;
    value = value * 10 + byte - zero;
  }
  return isNegative ? -value : value;
}
