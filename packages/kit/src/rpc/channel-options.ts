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
  // Each session stream has a connection of its own: a connection that is closed never has one that takes calls.
  "grpc.use_local_subchannel_pool": 1,
  // Not "grpc.enable_retries": 0. Without a retry policy grpc-js repeats only calls that were not sent, or that the server refused
  // because it is closing the connection.
  // A frozen replica keeps its sockets open and is found only by an unanswered ping. After four seconds calls go to others. That is
  // less than the five seconds of an attempt, so that a call with an idempotency key is repeated. A shorter timeout would end the
  // running calls of replicas that are only slow.
  "grpc.keepalive_time_ms": 1000,
  "grpc.keepalive_timeout_ms": 3000,
  "grpc.keepalive_permit_without_calls": 1,
  "grpc.initial_reconnect_backoff_ms": 100,
  "grpc.max_reconnect_backoff_ms": 500,
};

/**
 * @param name the name that the certificate of the replica must contain; undefined for an address that is not a name
 * @param keepaliveTimeoutMs another one than the default
 */
export function createReplicaOptions(name: string | undefined, keepaliveTimeoutMs?: number): ChannelOptions {
  return {
    ...channelOptions,
    ...(keepaliveTimeoutMs !== undefined && { "grpc.keepalive_timeout_ms": keepaliveTimeoutMs }),
    ...(name !== undefined && { "grpc.ssl_target_name_override": name, "grpc.default_authority": name }),
  };
}

/** Connections without a session stream are kept this many times longer: see `createServerOptions`. */
const unaryAgeFactor = 5;
/** At least: a client that needs longer to open its stream would find its connection closed each time. */
const unaryAgeMsMin = 10_000;

/**
 * The client of a session stream opens another connection when the server asks for it, after `connectionAgeMs`: renewed certificates
 * are used then. Without such a stream the server can only close a connection. It does so late, because the calls of a stream that
 * is still in use would end with it.
 */
export function createServerOptions(connectionAgeMs: number): ChannelOptions {
  return {
    ...sharedChannelOptions,
    // Requests are small: the gateway accepts 256 KiB.
    "grpc.max_receive_message_length": mebibyte,
    "grpc.max_connection_age_ms": Math.max(unaryAgeFactor * connectionAgeMs, unaryAgeMsMin),
    "grpc.max_connection_age_grace_ms": 30_000,
    // Only to free the memory of clients that have disconnected: an unanswered ping ends the running calls of the client.
    "grpc.keepalive_time_ms": 10_000,
    "grpc.keepalive_timeout_ms": 10_000,
  };
}
