import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { type CatalogTool, tools } from "@tenant-ops/proto";

/** A number of protobuf has at most 20 characters. */
const digitsMax = 20;

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
      if (at === -1) return 0;
      const start = at + beginning.length;
      return Number.parseInt(answer.toString("latin1", start, start + digitsMax), 10);
    };
  }
  const field = method.input.fields.find(({ jsonName }) => jsonName === measure.field);
  if (!field) throw new Error(`${method.input.typeName} has no field ${measure.field}`);
  return (message) => Number((message as unknown as Record<string, unknown>)[field.localName] ?? 0);
}
