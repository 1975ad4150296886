// The tables of docs/limits.md: what strangers may create, and which routes store it. Pure functions.
import { renderTable } from "./generated-docs.mjs";

/**
 * @param budgets of rest/src/budgets
 * @param {{ name: string, defaultValue?: string }[]} settings of all processes
 */
export function renderLimits(budgets, settings) {
  const rows = Object.entries(budgets).flatMap(([name, { stored, kept, limits }]) =>
    limits.map(({ per, max, answer, alert }, index) => [
      index === 0 ? `\`${name}\`: ${stored}. Kept: ${kept}` : "",
      per,
      ...describeMax(max, settings),
      answer,
      alert ? `[${alert}](runbooks/${alert}.md)` : "",
    ]),
  );
  return renderTable(["What is stored", "Counted per", "Limit", "Setting", "At the limit", "Alert"], rows);
}

function describeMax(max, settings) {
  if (typeof max === "number") return [formatNumber(max), ""];
  const setting = settings.find(({ name }) => name === max);
  if (!setting?.defaultValue) throw new Error(`${max} of rest/src/budgets is no setting with a default`);
  return [formatNumber(Number(setting.defaultValue)), `\`${max}\``];
}

const formatNumber = (value) => new Intl.NumberFormat("en").format(value);

/** @param {Record<string, Record<string, string[]>>} stored by process and route */
export function renderStoredWithoutCaller(stored) {
  const rows = Object.entries(stored).flatMap(([process, routes]) =>
    Object.entries(routes)
      .filter(([, names]) => names.length > 0)
      .map(([route, names]) => [`\`${route}\``, process, names.map((name) => `\`${name}\``).join(", ")]),
  );
  return renderTable(["Request", "Stored by", "What"], rows);
}
