import { Agent } from "undici";
import type { AddressResolver } from "./address-resolver.js";
import { createConnector } from "./connector.js";
import type { EgressOptions } from "./egress.types.js";

/** The connections of an egress client. */
export const createAgent = (options: EgressOptions, resolver: AddressResolver): Agent =>
  new Agent({
    connect: createConnector(options, resolver),
    pipelining: 1,
    // Short, so that a request is seldom sent on a connection that the receiver is closing.
    keepAliveTimeout: 1000,
    keepAliveMaxTimeout: 1000,
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
    maxHeaderSize: 16 * 1024,
  });
