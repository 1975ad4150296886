import { ProblemCollector } from "../problem-collector.js";
import { formatValue, getList, getMap, getString, getValue } from "../yaml-values.js";
import { type Cluster, filterByKind } from "./cluster.js";
import { formatTitle, getName } from "./manifest.js";

/** Our programs work in one thread: with more than one core as the target, no load would ever add a replica. */
const processMillicores = 1000;

/** An autoscaler has to add replicas when a process is nearly at one core, not when it uses a share of its CPU request. */
export function findAutoscalerProblems(cluster: Cluster): string[] {
  return filterByKind(cluster, "HorizontalPodAutoscaler").flatMap((scaler) => {
    const collector = new ProblemCollector(`${formatTitle(scaler)}: `);
    const cpu = getList(scaler, "spec", "metrics").find((metric) => getString(metric, "resource", "name") === "cpu");
    const target = getMap(cpu, "resource", "target");
    const value = readMillicores(formatValue(target["averageValue"]));
    collector.addIf(target["type"] !== "AverageValue", "spec.metrics: the target of cpu is not an AverageValue");
    if (target["type"] !== "AverageValue") return collector.problems;
    const scaled = cluster.workloads.find(
      ({ manifest }) => getName(manifest) === getString(scaler, "spec", "scaleTargetRef", "name"),
    );
    const request = readMillicores(formatValue(getValue(scaled?.containers[0], "resources", "requests", "cpu")));
    collector.addIf(value >= processMillicores, `spec.metrics: ${value}m is not reached by a process with one thread`);
    collector.addIf(value <= request, `spec.metrics: ${value}m is not above the request of ${request}m`);
    return collector.problems;
  });
}

/** A quantity of CPU: 250m or 0.25. */
const readMillicores = (quantity: string): number =>
  quantity.endsWith("m") ? Number.parseInt(quantity, 10) : Number(quantity) * 1000;
