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

/** `moreArguments` is asked at each start of a node. */
export interface MongodOptions extends BackendOptions {
  moreArguments?: () => readonly string[];
}

/** For tests that stop the primary. Default: 3 nodes. */
export function startReplicaSet(options: MongodOptions & { nodes?: number }): Promise<ReplicaSet>;
export function startMongod(options: MongodOptions): Promise<Server>;
