import type { Database } from "@tenant-ops/kit/data";

/** One consumer per installation: all workers of one database share it. */
export const getConsumerName = ({ name }: Database): string => (name === "webhooks" ? name : `webhooks-${name}`);
