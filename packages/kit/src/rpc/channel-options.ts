import type { ChannelOptions } from "@grpc/grpc-js";

const mebibyte = 1024 * 1024;

/** With the default flow-control window of 64 KiB a list of 100 rows waits for a round trip; with 4 MiB it is a third faster. */
const sharedChannelOptions: ChannelOptions = {
  "grpc-node.flow_control_window": 4 * mebibyte,
  // The largest answer that the contract allows (500 learners with 200 modules each and the longest names) has ten.
  "grpc.max_receive_message_length": 16 * mebibyte,
  "grpc.max_send_message_length": 16 * mebibyte,
};

// Durations as {seconds, nanos}: grpc-js does not parse the documented "1s" and then falls back to pick_first without a warning.
const serviceConfig = {
  loadBalancingConfig: [
    {
      outlier_detection: {
        interval: { seconds: 1, nanos: 0 },
        base_ejection_time: { seconds: 5, nanos: 0 },
        max_ejection_time: { seconds: 30, nanos: 0 },
        max_ejection_percent: 50,
        failure_percentage_ejection: {
          // Every refusal counts as a failure here, also that of a wrong argument. With a lower threshold a business whose calls are
          // refused would take half of the replicas away from all others. A replica that is broken fails every call.
          threshold: 95,
          enforcement_percentage: 100,
          minimum_hosts: 2,
          request_volume: 5,
        },
        child_policy: [{ round_robin: {} }],
      },
    },
  ],
};

export const clientChannelOptions: ChannelOptions = {
  ...sharedChannelOptions,
  "grpc.service_config": JSON.stringify(serviceConfig),
  "grpc.service_config_disable_resolution": 1,
  "grpc.dns_min_time_between_resolutions_ms": 5000,
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

/** @param connectionAgeMs a connection is closed after this time, so that clients resolve the address again: without it a new replica gets no calls */
export function createServerOptions(connectionAgeMs: number): ChannelOptions {
  return {
    ...sharedChannelOptions,
    // Requests are small: the gateway accepts 256 KiB.
    "grpc.max_receive_message_length": mebibyte,
    "grpc.max_connection_age_ms": connectionAgeMs,
    "grpc.max_connection_age_grace_ms": 30_000,
    // Only to free the memory of clients that are gone: an unanswered ping ends the running calls of the client.
    "grpc.keepalive_time_ms": 10_000,
    "grpc.keepalive_timeout_ms": 10_000,
  };
}
