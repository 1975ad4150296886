import type { NatsServer } from "../backend/backend.mjs";

export interface MeshOptions {
  /** `mesh` (the default): a process per service. `all`: one process, called `all`, with the gateway and all services in it. */
  target?: "mesh" | "all";
  /** What the processes run. `bundles` (the default): deploy/dist. `modules`: the build of each package, for `npm run dev` and profiles. */
  programs?: "bundles" | "modules";
  /** URL of a replica set, without a database. Default: `TEST_MONGODB_URL`, which `npm test` sets. */
  mongodbUrl?: string;
  /** Default: the mesh starts its own nats-server, so that a test may kill it. */
  natsUrl?: string;
  /** For keys and the data of its own nats-server. Default: a new folder inside that of the test run. */
  dataDir?: string;
  /** One file per process. Default: inside the log folder of the test run, else `<dataDir>/logs`. */
  logDir?: string;
  /** All processes log to this file instead. */
  logFile?: string;
  /** Prefix of every database name. Default: random, so that several meshes can use one mongod. */
  databasePrefix?: string;
  /** With the target `all`, the number of replicas of the whole. */
  gateways?: number;
  /** More than one process of a service, e.g. `{ supply: 3 }`: `supply`, `supply-2`, `supply-3`. */
  replicas?: Record<string, number>;
  /** Which services to start; default, and always with the target `all`: all of them. */
  services?: string[];
  /** Fixed ports by process name, e.g. `{ gateway: { http: 8080 } }`. */
  ports?: Record<string, { grpc?: number; http?: number; admin?: number; operator?: number }>;
  /** Settings by process name (`supply` means all its replicas), or `all`. */
  env?: Record<string, Record<string, string | number | undefined>>;
  onLine?: (name: string, line: string, entry: Record<string, unknown> | undefined) => void;
  /** A process is ready, at its first and every later start. */
  onStart?: (name: string) => unknown;
  /** A process exited that was not stopped or killed through this object. */
  onExit?: (process: MeshProcess, code: number | string | null) => void | Promise<void>;
}

export interface MeshProcess {
  name: string;
  readonly pid: number;
  /** The last 500 log lines. */
  readonly logs: string[];
  /** Resolves with the exit code, or the name of the signal. */
  readonly exited: Promise<number | string | null>;
  logFile: string;
  /** Default SIGKILL. SIGSTOP freezes the process, SIGCONT resumes it. Does not wait; see `exited`. */
  kill(signal?: NodeJS.Signals): boolean;
  /** Resolves when the new process is ready, on the same ports. */
  restart(): Promise<void>;
  /** Runs its migration job. Every mesh does so before its processes start. */
  migrate(): Promise<void>;
  /** Starts a second process on other ports, stops it when it is ready, and rejects when it never is. */
  tryStart(): Promise<void>;
  /** SIGTERM, and SIGKILL after `timeoutMs` (10 s). Resolves with the exit code. */
  stop(timeoutMs?: number): Promise<number | string | null>;
  /** After `stop` or `kill`. */
  start(): Promise<void>;
}

export interface Mesh {
  gatewayUrls: string[];
  /** Where people sign in: another host of the port of the first gateway. */
  appUrl: string;
  /** Where `/v1/admin` is, per gateway. */
  operatorUrls: string[];
  /** By process name, and with the target `all` by part: `/livez`, `/readyz`, `/metrics`. */
  adminUrls: Record<string, string>;
  /** By service: the addresses in the settings of the gateway. None with the target `all`. */
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
