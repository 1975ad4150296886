import type { BackendOptions, NatsServer } from "./backend.mjs";

/** @param options.maxFileStore what JetStream may store at most, such as `4MB` */
export declare function startNats(options: BackendOptions & { maxFileStore?: string }): Promise<NatsServer>;
