export interface ServiceProcess {
  readonly pid: number;
  /** The last 500 log lines. */
  readonly logs: string[];
  /** Resolves with the "ready" line, and rejects when the process exits before. */
  ready: Promise<Record<string, unknown>>;
  /** Resolves with the exit code, or the name of the signal. */
  exited: Promise<number | string | null>;
  /** Resolves after `exited`, when `logs` has its last lines. */
  closed: Promise<unknown>;
  kill(signal?: NodeJS.Signals): boolean;
  stop(timeoutMs?: number): Promise<number | string | null>;
}

export function spawnServiceProcess(
  name: string,
  entry: string,
  options: { env: NodeJS.ProcessEnv; cwd: string; logFile: string; onLine?: (line: string) => void },
): ServiceProcess;
