import type { NatsServer } from "./backend.mjs";

export interface MeshOptions {
  /** A replica set, without a database in the url. Default: `TEST_MONGODB_URL`, which `npm test` sets. */
  mongodbUrl?: string;
  /** Default: a nats-server of this mesh's own, so that a test may kill it. */
  natsUrl?: string;
  /** Keys and the own nats-server's store. Default: a new folder inside the test run's. */
  dataDir?: string;
  /** One file per process. Default: inside the test run's folder of logs, else `<dataDir>/logs`. */
  logDir?: string;
  /** All processes into this one file instead. */
  logFile?: string;
  /** Put in front of every database name. Default: random, so that meshes share a mongod without meeting. */
  databasePrefix?: string;
  gateways?: number;
  /** More than one process of a service, e.g. `{ supply: 3 }`: `supply`, `supply-2`, `supply-3`. */
  replicas?: Record<string, number>;
  /** Which services to start; default: all of them. */
  services?: string[];
  /** Fixed ports by process name, e.g. `{ gateway: { http: 8080 } }`. */
  ports?: Record<string, { grpc?: number; http?: number; admin?: number }>;
  /** Settings by process name (`supply` means all its replicas), or `all`. */
  env?: Record<string, Record<string, string | number | undefined>>;
  onLine?: (name: string, line: string, entry: Record<string, unknown> | undefined) => void;
  /** A process ended that nobody had stopped or killed through this object. */
  onExit?: (name: string, code: number | string | null) => void | Promise<void>;
}

export interface MeshProcess {
  name: string;
  readonly pid: number;
  /** The last 500 lines the process wrote. */
  readonly logs: string[];
  /** Resolves with the exit code, or the name of the signal. */
  readonly exited: Promise<number | string | null>;
  logFile: string;
  /** Default SIGKILL. SIGSTOP and SIGCONT freeze and thaw. Does not wait; see `exited`. */
  kill(signal?: NodeJS.Signals): boolean;
  /** Resolves when the new process serves, on the same ports. */
  restart(): Promise<void>;
  /** SIGTERM, and SIGKILL when it takes longer than `patienceMs` (10 s). Resolves with the exit code. */
  stop(patienceMs?: number): Promise<number | string | null>;
  /** After `stop` or `kill`. */
  start(): Promise<void>;
}

export interface Mesh {
  gatewayUrls: string[];
  /** By process name: `/livez`, `/readyz`, `/metrics`. */
  adminUrls: Record<string, string>;
  /** By vertical, as the gateway knows them. */
  addresses: Record<string, { grpc: string; http: string }>;
  operatorKey: string;
  /** Every key of this mesh, by name. */
  secrets: Record<string, string>;
  mongodbUrl: string;
  natsUrl: string;
  databasePrefix: string;
  processes: Record<string, MeshProcess>;
  /** The mesh's own nats-server; undefined when `natsUrl` was given. */
  nats: NatsServer | undefined;
  dataDir: string;
  logDir: string;
  stop(): Promise<void>;
}

export function startMesh(options?: MeshOptions): Promise<Mesh>;
/** The services of this checkout. */
export function verticals(): string[];
