export function startStandIns(): Promise<{ env: Record<string, Record<string, string>>; stop(): void }>;
