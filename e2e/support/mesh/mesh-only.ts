/**
 * What the end-to-end tests do not check in one process (`E2E_TARGET=all`), with the reason: whole files, and single tests of files as
 * `file > test`. Everything else runs in both shapes.
 */
export const meshOnly: Record<string, string> = {
  "accounts-kill.test.ts": "kills accounts while the gateways keep running",
  "approvals-kill.test.ts": "kills approvals and supply while the gateway keeps running",
  "availability.long.test.ts": "measures the gateway's event loop, which runs all parts in one process",
  "faults.long.test.ts": "freezes one of two replicas of a service",
  "issuers.test.ts": "calls the gRPC ports of services; packages/kit/src/rpc/memory-rpc.test.ts does it in memory",
  "kill-bank.long.test.ts": "kills flows while the gateway keeps running",
  "kill-spin.long.test.ts": "kills roulettes while flows and the gateway keep running",
  "promises.test.ts": "calls the ports of services without the gateway",
  "retention.long.test.ts": "kills supply while the gateway keeps running",
  "rolling-restart.long.test.ts": "restarts one service after the other",
  "sandbox.long.test.ts > that stops half way is finished by its repetition, without a second set":
    "stops learning while the gateway keeps running",
  "sandbox.long.test.ts > that stops half way keeps the sandbox closed until its repetition finishes it":
    "stops learning while the gateway keeps running",
  "visitor-proof.long.test.ts": "kills one of two replicas of flows",
};

/** The files of which nothing runs in one process. */
export const meshOnlyFiles = Object.keys(meshOnly).filter((name) => !name.includes(" > "));

export const findMeshOnlyReason = (file: string, test: string): string | undefined =>
  meshOnly[`${file.slice(file.lastIndexOf("/") + 1)} > ${test}`];
