/** A program that tests may kill, freeze (SIGSTOP, SIGCONT) and restart; port and data stay the same. */
export interface ExternalProcess {
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

export interface Server extends ExternalProcess {
  url: string;
  version: string;
  /** Where the program was found or downloaded. */
  origin: string;
}

export interface NatsServer extends Server {
  /** The files of JetStream. A test deletes them while the server is stopped to lose all streams. */
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
