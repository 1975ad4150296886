import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { stringify } from "yaml";

/** Series as a unit test of Prometheus writes them, and whether an alert fires then. */
export interface AlertCase {
  /** A description of the situation; exactly one of the two is given. */
  fires?: string;
  silent?: string;
  /** Time at which the alert is evaluated, from the beginning of the series. */
  at: string;
  /** Time between two values of a series, one minute by default. */
  interval?: string;
  series: Record<string, string>;
  /** Labels of the alert that must fire. */
  labels?: Record<string, string>;
}

/**
 * What `promtool test rules` says about a case: nothing when it holds.
 * @param rules a rule file with only the alert and the rules that it needs, because every further rule would be evaluated as often
 */
export async function findCaseProblem(
  promtool: string,
  rules: object,
  alert: string,
  found: AlertCase,
): Promise<string> {
  const { fires, silent, at, interval = "1m", series, labels = {} } = found;
  const wanted = Object.entries(labels).map(([name, value]) => `,${name}="${value}"`);
  const expr = `count(ALERTS{alertname="${alert}",alertstate="firing"${wanted.join("")}}) or vector(0)`;
  const test = {
    interval,
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [{ expr, eval_time: at, exp_samples: [{ labels: "{}", value: fires ? 1 : 0 }] }],
  };
  const folder = await mkdtemp(join(tmpdir(), "promtool-"));
  try {
    const [file, ruleFile] = [join(folder, "test.yaml"), join(folder, "rules.yaml")];
    await writeFile(ruleFile, stringify(rules));
    // Rules over days are evaluated only as often as their series have values: evaluating every minute would take half a minute.
    await writeFile(file, stringify({ rule_files: [ruleFile], evaluation_interval: interval, tests: [test] }));
    const problem = await runPromtool(promtool, ["test", "rules", file]);
    return problem && `${fires ?? silent}: ${problem}`;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The syntax of rules and of the templates in their annotations. */
export const findRuleProblems = (promtool: string, ruleFiles: readonly string[]): Promise<string> =>
  runPromtool(promtool, ["check", "rules", ...ruleFiles]);

async function runPromtool(promtool: string, args: string[]): Promise<string> {
  try {
    await promisify(execFile)(promtool, args);
    return "";
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    return `${stdout}\n${stderr}`.trim() || String(error);
  }
}
