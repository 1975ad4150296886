import { sep } from "node:path";
import { print, printFailure, printStep, runStep } from "../console.mjs";
import { root } from "../paths.mjs";
import { buildPackages } from "../setup/build.mjs";
import { watchFiles } from "./watch-files.mjs";

export async function watchSources(mesh) {
  await watchFiles(root, async (files) => {
    printStep("changed", files.slice(0, 5).join(", "));
    try {
      await buildPackages({ programs: "modules" });
    } catch (error) {
      printFailure("Building", error);
      print("the processes of the last successful build are still running");
      return;
    }
    const affected = Object.values(mesh.processes).filter(({ name }) => files.some((file) => isUsedBy(file, name)));
    for (const process of affected) await replaceProcess(process);
    if (affected.length === 0) print("no process uses the changed files");
  });
  print("watching proto, packages, gateway and services");
}

/**
 * Starts the new code on other ports first. If it does not become ready, the old process keeps running. If it does, the old process is stopped and
 * the new code is started on its ports.
 */
export async function replaceProcess(process) {
  try {
    await process.migrate();
    await process.tryStart();
  } catch (error) {
    printFailure(`Starting the changed ${process.name}`, error);
    print(`${process.name} still runs with the code from before the change (process ${process.pid})`);
    return;
  }
  try {
    await runStep("restarted", async () => {
      await process.restart();
      return process.name;
    });
  } catch (error) {
    printFailure(`Restarting ${process.name}`, error);
    print(`${process.name} is not running; save a file to start it again`);
  }
}

/** proto and packages are used by every process; the other folders by one. */
export function isUsedBy(file, processName) {
  const [top, second] = file.split(sep);
  if (top === "gateway") return processName.startsWith("gateway");
  return top !== "services" || processName === second;
}
