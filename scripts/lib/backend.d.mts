/** A foreign server that tests may kill, freeze (SIGSTOP, SIGCONT) and restart; port and data stay. */
export interface ForeignProcess {
  name: string;
  /** The program's own process id. */
  readonly pid: number;
  readonly exited: Promise<number | string | null>;
  logFile: string;
  /** Default SIGKILL. Does not wait; see `exited`. */
  kill(signal?: NodeJS.Signals): boolean;
  /** After `stop` or `kill`. Resolves when it answers. */
  start(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<unknown>;
}

export interface Server extends ForeignProcess {
  url: string;
  version: string;
  /** Where the program came from. */
  origin: string;
}

export interface NatsServer extends Server {
  /** JetStream's files; delete them while the server is stopped to lose the whole store. */
  storeDir: string;
}

export interface BackendOptions {
  dataDir: string;
  logDir?: string;
}

export interface Backend {
  mongodbUrl: string;
  natsUrl: string;
  mongod: Server;
  nats: NatsServer;
  stop(): Promise<unknown>;
}

export function startBackend(options: BackendOptions): Promise<Backend>;
export function startMongod(options: BackendOptions): Promise<Server>;
export function startNats(options: BackendOptions): Promise<NatsServer>;
