import * as z from "zod";
import { port, readConfig } from "../config/config.js";

const settings = z.object({ HOST: z.string().default("0.0.0.0"), ADMIN_PORT: port(9090, "Port for /readyz") });
const wildcardAddresses = ["0.0.0.0", "::", ""];
const timeoutMs = 2000;

/**
 * Whether the process that runs with the same settings on this machine is ready. All our programs offer it as `--health`: the
 * images have no curl, and Docker's health check can only run a command.
 */
export async function isProcessReady(environment: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  try {
    const { HOST, ADMIN_PORT } = readConfig(settings, environment);
    const host = wildcardAddresses.includes(HOST) ? "127.0.0.1" : HOST;
    const answer = await fetch(`http://${host}:${ADMIN_PORT}/readyz`, { signal: AbortSignal.timeout(timeoutMs) });
    return answer.ok;
  } catch {
    return false;
  }
}
