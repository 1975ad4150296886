import { byteOrderMark, type CsvSeparator, protectCell, toCsvNumber, writeCsvRow } from "@tenant-ops/kit/csv";

type Numbers = Readonly<Record<string, number>>;

export interface CsvRow {
  /** Texts in front of the numbers: time and names. */
  names: readonly string[];
  metrics: Numbers;
  /** Absent where the row has nothing to compare with. */
  previous?: Numbers;
  /** What is to be said about the row. */
  remark: string;
}

export interface CsvTable {
  /** Of the columns of texts. */
  heads: readonly string[];
  metrics: readonly { name: string; head: string; previousHead?: string | undefined }[];
  remarkHead: string;
  rows: readonly CsvRow[];
}

/** What the table shows, as a file that spreadsheets of the country read. */
export function writeCsv({ heads, metrics, remarkHead, rows }: CsvTable, separator: CsvSeparator): string {
  const writeTexts = (texts: readonly string[]) => texts.map((text) => protectCell(text, separator));
  const writeNumber = (value: number | undefined) => (value === undefined ? "" : toCsvNumber(value, separator));
  const head = [
    ...heads,
    ...metrics.flatMap((metric) => [metric.head, ...(metric.previousHead ? [metric.previousHead] : [])]),
    remarkHead,
  ];
  const lines = rows.map((row) => [
    ...writeTexts(row.names),
    ...metrics.flatMap(({ name, previousHead }) => [
      writeNumber(row.metrics[name]),
      ...(previousHead ? [writeNumber(row.previous?.[name])] : []),
    ]),
    ...writeTexts([row.remark]),
  ]);
  return byteOrderMark + [writeTexts(head), ...lines].map((cells) => writeCsvRow(cells, separator)).join("");
}
