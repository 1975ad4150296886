// npm run where: addresses, process ids and log files of the running mesh.
import { parseArgs } from "node:util";
import { print, printFailure } from "./lib/console.mjs";
import { requireRunningMesh } from "./lib/mesh/running-mesh.mjs";

try {
  parseArgs();
  const { gatewayUrl, operatorUrl, mongodbUrl, natsUrl, logDir, pid, processes, demo } = await requireRunningMesh();
  printRows([
    ["gateway", gatewayUrl],
    ["operator", operatorUrl],
    ["mongodb", mongodbUrl],
    ["nats", natsUrl],
    ["logs", logDir],
    ["business", demo.businessId],
  ]);
  print();
  printRows([
    ["process", "pid", "admin (/readyz, /metrics)"],
    ["supervisor", pid],
    ...processes.map(({ name, pid, adminUrl }) => [name, pid, adminUrl ?? ""]),
  ]);
} catch (error) {
  printFailure("Looking for the mesh", error);
  process.exitCode = 1;
}

function printRows(rows) {
  for (const [name, first, second = ""] of rows)
    print(`${name.padEnd(12)} ${String(first).padEnd(8)} ${second}`.trimEnd());
}
