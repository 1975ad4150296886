import type { ChannelOptions } from "@grpc/grpc-js";

const mebibyte = 1024 * 1024;

/** With the default flow-control window of 64 KiB a list of 100 rows waits for a round trip; with 4 MiB it is a third faster. */
const sharedChannelOptions: ChannelOptions = {
  "grpc-node.flow_control_window": 4 * mebibyte,
  // The largest answer that the contract allows (500 learners with 200 modules each and the longest names) has ten.
  "grpc.max_receive_message_length": 16 * mebibyte,
  "grpc.max_send_message_length": 16 * mebibyte,
};

const channelOptions: ChannelOptions = {
  ...sharedChannelOptions,
  // Not "grpc.enable_retries": 0. Without a retry policy grpc-js repeats only calls that were not sent, or that the server refused
  // because it is closing the connection. At every end of a connection (`connectionAgeMs`) some calls are refused in this way.
  // A frozen replica keeps its sockets open and is found only by an unanswered ping. After four seconds calls go to others. That is
  // less than the five seconds of an attempt, so that a call with an idempotency key is repeated. A shorter timeout would end the
  // running calls of replicas that are only slow.
  "grpc.keepalive_time_ms": 1000,
  "grpc.keepalive_timeout_ms": 3000,
  "grpc.keepalive_permit_without_calls": 1,
  "grpc.initial_reconnect_backoff_ms": 100,
  "grpc.max_reconnect_backoff_ms": 500,
};

/** @param name what the certificate of the replica must carry; undefined for an address that is not a name */
export function createReplicaOptions(name: string | undefined): ChannelOptions {
  return name === undefined
    ? channelOptions
    : { ...channelOptions, "grpc.ssl_target_name_override": name, "grpc.default_authority": name };
}

/** A connection is closed after `connectionAgeMs`, so that processes use renewed certificates and load balancers between them spread anew. */
export function createServerOptions(connectionAgeMs: number): ChannelOptions {
  return {
    ...sharedChannelOptions,
    // Requests are small: the gateway accepts 256 KiB.
    "grpc.max_receive_message_length": mebibyte,
    "grpc.max_connection_age_ms": connectionAgeMs,
    // After the last session stream of the connection was asked to leave: see `getSessionAgeMs`.
    "grpc.max_connection_age_grace_ms": getSessionAgeMs(connectionAgeMs) + 30_000,
    // Only to free the memory of clients that are gone: an unanswered ping ends the running calls of the client.
    "grpc.keepalive_time_ms": 10_000,
    "grpc.keepalive_timeout_ms": 10_000,
  };
}

/**
 * When a server asks the client of a session stream to open another one. The connection was closed to new streams before: its age
 * varies by a tenth. So the new stream gets a new connection.
 */
export function getSessionAgeMs(connectionAgeMs: number): number {
  return 1.2 * connectionAgeMs;
}
