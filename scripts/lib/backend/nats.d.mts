import type { BackendOptions, NatsServer } from "./backend.mjs";

/**
 * @param options.maxFileStore what JetStream may store at most, such as `4MB`
 * @param options.configFile read at each start, instead of `maxFileStore`
 * @param options.getUser who waits until JetStream answers, at each start
 */
export declare function startNats(
  options: BackendOptions & {
    maxFileStore?: string;
    configFile?: string;
    getUser?: () => { user?: string; pass?: string; inboxPrefix?: string };
  },
): Promise<NatsServer>;
