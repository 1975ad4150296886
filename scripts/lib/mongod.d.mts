import type { BackendOptions, ForeignProcess, Server } from "./backend.mjs";

export interface ReplicaSetNode extends ForeignProcess {
  host: string;
}

export interface ReplicaSet {
  url: string;
  version: string;
  origin: string;
  nodes: ReplicaSetNode[];
  /** The node that takes writes now; waits until there is one. */
  primary(): Promise<ReplicaSetNode>;
  stop(): Promise<unknown>;
}

/** For the tests that take the primary away; 3 nodes unless told otherwise. */
export function startReplicaSet(options: BackendOptions & { nodes?: number }): Promise<ReplicaSet>;
export function startMongod(options: BackendOptions): Promise<Server>;
