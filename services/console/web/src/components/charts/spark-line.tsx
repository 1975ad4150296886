import "./axis.css";

/** How a number went, without axes: the chart below has them. A gap where there is no number. */
export function SparkLine({ values }: { values: readonly (number | undefined)[] }) {
  const largest = Math.max(1e-9, ...values.map((value = 0) => value));
  const steps = values.map((value, index) => {
    if (value === undefined) return "";
    const isContinued = index > 0 && values[index - 1] !== undefined;
    const x = values.length > 1 ? (index / (values.length - 1)) * 100 : 50;
    return `${isContinued ? "L" : "M"}${x.toFixed(2)} ${(23 - (value / largest) * 22).toFixed(2)}`;
  });
  return (
    <svg className="spark" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">
      <path d={steps.join("")} />
    </svg>
  );
}
