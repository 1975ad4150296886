import type { BackendOptions, ExternalProcess, Server } from "./backend.mjs";

export interface ReplicaSetNode extends ExternalProcess {
  host: string;
}

export interface ReplicaSet {
  url: string;
  version: string;
  origin: string;
  nodes: ReplicaSetNode[];
  /** The node that takes writes now. Waits for the election of one. */
  primary(): Promise<ReplicaSetNode>;
  stop(): Promise<unknown>;
}

/** For tests that stop the primary. Default: 3 nodes. `moreArguments` is asked at each start of a node. */
export function startReplicaSet(
  options: BackendOptions & { nodes?: number; moreArguments?: () => readonly string[] },
): Promise<ReplicaSet>;
export function startMongod(options: BackendOptions): Promise<Server>;
