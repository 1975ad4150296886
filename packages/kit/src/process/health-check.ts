import { z } from "zod";
import { port, readConfig } from "../config/config.js";

const settings = z.object({ HOST: z.string().default("0.0.0.0"), ADMIN_PORT: port(9090, "Port for /readyz") });
const everywhere = ["0.0.0.0", "::", ""];
const patienceMs = 2000;

/**
 * Whether the process that runs with the same settings on this machine is ready. This is `--health` of every program of
 * ours: images have no curl, and an engine without HTTP probes can only start something.
 */
export async function isProcessReady(environment: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  try {
    const { HOST, ADMIN_PORT } = readConfig(settings, environment);
    const host = everywhere.includes(HOST) ? "127.0.0.1" : HOST;
    const answer = await fetch(`http://${host}:${ADMIN_PORT}/readyz`, { signal: AbortSignal.timeout(patienceMs) });
    return answer.ok;
  } catch {
    return false;
  }
}
