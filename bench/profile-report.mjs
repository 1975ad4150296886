// node bench/profile-report.mjs <file.cpuprofile …>: where a process spent its CPU time, by package or folder, and by function.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const functionsMax = 40;
const repository = fileURLToPath(new URL("..", import.meta.url));

for (const file of process.argv.slice(2)) {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, "utf8"));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const [byPlace, byFunction] = [new Map(), new Map()];
  let total = 0;
  samples.forEach((id, index) => {
    const { functionName, url, lineNumber } = byId.get(id).callFrame;
    if (functionName === "(idle)" || functionName === "(program)") return;
    const micros = timeDeltas[index];
    const place = toPlace(url, functionName);
    total += micros;
    add(byPlace, place, micros);
    add(byFunction, `${place} ${functionName || "(anonymous)"}:${lineNumber + 1}`, micros);
  });
  const format = ([name, micros]) => `${((micros / total) * 100).toFixed(1).padStart(6)} %  ${name}`;
  const sort = (map) => [...map].toSorted((a, b) => b[1] - a[1]);
  const lines = [file, ...sort(byPlace).slice(0, functionsMax).map(format), ""];
  process.stdout.write([...lines, ...sort(byFunction).slice(0, functionsMax).map(format), "", ""].join("\n"));
}

function add(map, key, micros) {
  map.set(key, (map.get(key) ?? 0) + micros);
}

/** The package of a file in node_modules, the folder or file of our own code, or the name of what the engine does. */
function toPlace(url, functionName) {
  if (url === "") return functionName.startsWith("(") ? functionName : "native";
  if (url.startsWith("node:")) return url;
  const path = url.startsWith("file:") ? fileURLToPath(url) : url;
  const [, dependency] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  return dependency ?? path.replace(repository, "");
}
