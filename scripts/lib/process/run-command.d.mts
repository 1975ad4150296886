import type { SpawnOptions } from "node:child_process";

export interface CommandResult {
  code: number;
  signal?: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export function runCommand(
  command: string,
  args: readonly string[],
  options?: SpawnOptions & { timeoutMs?: number; inherit?: boolean },
): Promise<CommandResult>;

export function takeLastLines(text: string, count?: number): string;
