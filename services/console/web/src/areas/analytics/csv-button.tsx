import { getCsvSeparator } from "@tenant-ops/kit/csv";
import { useBusiness } from "../../api/business.js";
import { saveFile } from "../../api/files.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import type { Answered } from "./analytics.api.js";
import { type CsvRow, writeCsv } from "./csv.rules.js";
import { useNames } from "./words.js";

/** Saves what the table shows. */
export default function CsvButton({ shown: { asked, answer } }: { shown: Answered }) {
  const t = useMessages("analytics");
  const format = useFormat();
  const { business } = useBusiness();
  const { nameDimension, nameMetric, nameValue } = useNames();
  const { rows, metrics, totals, previousTotals, other, range, interval } = answer;
  const hasTimes = interval !== "none";
  const save = () => {
    const heads = [...(hasTimes ? [t.time] : []), ...asked.groupBy.map(nameDimension)];
    const toSums = (name: string) => (heads.length > 0 ? heads : [""]).map((_, index) => (index === 0 ? name : ""));
    const others: CsvRow[] =
      other.groups > 0
        ? [{ names: toSums(format.counted(other.groups, t.other)), metrics: other.metrics, remark: "" }]
        : [];
    const table = writeCsv(
      {
        heads: heads.length > 0 ? heads : [""],
        metrics: metrics.map(({ name }) => {
          const head = nameMetric(asked.collection, name);
          return { name, head, previousHead: range.previous && `${head} (${t.beforeName})` };
        }),
        remarkHead: t.remark,
        rows: [
          ...(heads.length > 0 ? rows : []).map((row) => ({
            names: [
              ...(hasTimes ? [row.time] : []),
              ...asked.groupBy.map((field) => nameValue(field, row.dimensions[field] ?? { value: "", label: "" })),
            ],
            metrics: row.metrics,
            previous: row.previous,
            remark: [...(row.partial && hasTimes ? [t.partial] : []), ...(row.maturing ? [t.maturing] : [])].join(", "),
          })),
          ...others,
          { names: toSums(t.total), metrics: totals, previous: previousTotals, remark: "" },
        ],
      },
      getCsvSeparator(business.country ?? ""),
    );
    saveFile(
      new Blob([table], { type: "text/csv;charset=utf-8" }),
      `${t.csvFile}-${asked.collection}-${range.from}-${range.to}.csv`,
    );
  };
  return (
    <button type="button" onClick={save}>
      {t.csv}
    </button>
  );
}
