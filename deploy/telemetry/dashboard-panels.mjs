// What the dashboard shows. A row fills 24 columns from the left; `limit` draws a line at which the value is bad. A panel without a
// description gets the help text of its first metric.
export const rows = [
  {
    title: "Tools, measured at the gateway",
    panels: [
      {
        title: "Calls per second, by tool",
        description: "Rate of tool calls at the gateway.",
        unit: "reqps",
        width: 8,
        queries: [["sum by (tool) (rate(tenantops_tool_seconds_count[$__rate_interval]))", "{{tool}}"]],
      },
      {
        title: "Server errors, share of calls",
        description:
          "Calls that ended with a 5xx code, divided by all calls of the tool. Refusals are not counted as errors.",
        unit: "percentunit",
        width: 8,
        limit: 0.02,
        queries: [
          [
            'sum by (tool) (rate(tenantops_tool_seconds_count{code=~"internal_server_error|service_unavailable|overloaded|deadline_exceeded"}[$__rate_interval])) / sum by (tool) (rate(tenantops_tool_seconds_count[$__rate_interval]))',
            "{{tool}}",
          ],
        ],
      },
      {
        title: "p99 duration, by tool",
        description: "From the request at the gateway to its answer, retries included.",
        unit: "s",
        width: 8,
        limit: 1,
        queries: [
          [
            "histogram_quantile(0.99, sum by (le, tool) (rate(tenantops_tool_seconds_bucket{}[$__rate_interval])))",
            "{{tool}}",
          ],
        ],
      },
      {
        title: "Errors by code",
        description: "The error codes in the answers to callers; ok is left out.",
        unit: "reqps",
        width: 12,
        queries: [['sum by (code) (rate(tenantops_tool_seconds_count{code!="ok"}[$__rate_interval]))', "{{code}}"]],
      },
      {
        title: "Refused requests",
        description: "429 by route: callers over their limit. 401 by route: a wrong or missing credential.",
        unit: "reqps",
        width: 12,
        queries: [
          ["sum by (route) (rate(tenantops_rate_limited_total[$__rate_interval]))", "429 {{route}}"],
          ["sum by (route) (rate(tenantops_auth_failures_total[$__rate_interval]))", "401 {{route}}"],
        ],
      },
    ],
  },
  {
    title: "Visitors",
    panels: [
      {
        title: "Codes for visitors",
        description: "Sent and entered. Codes that nobody enters cost businesses money.",
        unit: "reqps",
        width: 12,
        queries: [["sum by (outcome) (rate(tenantops_visitor_codes_total[$__rate_interval]))", "{{outcome}}"]],
      },
      {
        title: "Limits of visitors nearly used up",
        description:
          "How often the visitors of a business had used 80 % of what they may use in a day. The log of flows has the business.",
        unit: "short",
        width: 12,
        queries: [["sum by (limit) (increase(tenantops_visitor_limits_nearly_used_total[1h]))", "{{limit}}"]],
      },
    ],
  },
  {
    title: "Rpcs, measured at the services",
    panels: [
      {
        title: "Calls per second, by rpc",
        unit: "reqps",
        width: 8,
        queries: [
          [
            'sum by (service, rpc) (rate(tenantops_rpc_seconds_count{service=~"$service"}[$__rate_interval]))',
            "{{service}} {{rpc}}",
          ],
        ],
      },
      {
        title: "Server errors, share of calls",
        unit: "percentunit",
        width: 8,
        limit: 0.02,
        queries: [
          [
            'sum by (service, rpc) (rate(tenantops_rpc_seconds_count{service=~"$service",code=~"internal_server_error|service_unavailable|overloaded|deadline_exceeded"}[$__rate_interval])) / sum by (service, rpc) (rate(tenantops_rpc_seconds_count{service=~"$service"}[$__rate_interval]))',
            "{{service}} {{rpc}}",
          ],
        ],
      },
      {
        title: "p99 duration, by rpc",
        unit: "s",
        width: 8,
        limit: 1,
        queries: [
          [
            'histogram_quantile(0.99, sum by (le, service, rpc) (rate(tenantops_rpc_seconds_bucket{service=~"$service"}[$__rate_interval])))',
            "{{service}} {{rpc}}",
          ],
        ],
      },
      {
        title: "p99 of client calls, by target",
        description:
          "How long the gateway (and flows) waited for another service, retries included. If this is far above the panel before, the network, a queue or retries cost the time.",
        unit: "s",
        width: 12,
        queries: [
          [
            "histogram_quantile(0.99, sum by (le, service, target) (rate(tenantops_rpc_client_seconds_bucket{}[$__rate_interval])))",
            "{{service}} → {{target}}",
          ],
        ],
      },
      {
        title: "Failed client calls, by target",
        unit: "reqps",
        width: 12,
        queries: [
          [
            'sum by (service, target, code) (rate(tenantops_rpc_client_seconds_count{code=~"internal_server_error|service_unavailable|overloaded|deadline_exceeded"}[$__rate_interval]))',
            "{{service}} → {{target}} {{code}}",
          ],
        ],
      },
    ],
  },
  {
    title: "HTTP",
    panels: [
      {
        title: "Requests per second, by route",
        description: "The routes of the gateway and the REST routes of the services behind it.",
        unit: "reqps",
        width: 8,
        queries: [
          [
            'sum by (service, method, route) (rate(tenantops_http_seconds_count{service=~"$service"}[$__rate_interval]))',
            "{{service}} {{method}} {{route}}",
          ],
        ],
      },
      {
        title: "5xx per second, by route",
        unit: "reqps",
        width: 8,
        queries: [
          [
            'sum by (service, route, status) (rate(tenantops_http_seconds_count{service=~"$service",status=~"5.."}[$__rate_interval]))',
            "{{service}} {{route}} {{status}}",
          ],
        ],
      },
      {
        title: "p99 duration, by route",
        unit: "s",
        width: 8,
        limit: 1,
        queries: [
          [
            'histogram_quantile(0.99, sum by (le, service, route) (rate(tenantops_http_seconds_bucket{service=~"$service"}[$__rate_interval])))',
            "{{service}} {{route}}",
          ],
        ],
      },
    ],
  },
  {
    title: "Saturation",
    panels: [
      {
        title: "In flight",
        description: "Calls and requests that a process is working on.",
        unit: "short",
        width: 6,
        queries: [
          ['sum by (service, instance) (tenantops_in_flight{service=~"$service"})', "{{service}} {{instance}}"],
        ],
      },
      {
        title: "Event loop lag, p99",
        description: "Above 0.25 s the gateway begins to answer 503.",
        unit: "s",
        width: 6,
        limit: 0.25,
        queries: [['nodejs_eventloop_lag_p99_seconds{service=~"$service"}', "{{service}} {{instance}}"]],
      },
      {
        title: "CPU",
        description: "1 is one core. A Node process uses little more than one.",
        unit: "short",
        width: 6,
        limit: 1,
        queries: [
          ['rate(process_cpu_seconds_total{service=~"$service"}[$__rate_interval])', "{{service}} {{instance}}"],
        ],
      },
      {
        title: "Memory",
        unit: "bytes",
        width: 6,
        queries: [['process_resident_memory_bytes{service=~"$service"}', "{{service}} {{instance}}"]],
      },
      {
        title: "Transaction retries",
        description: "Write conflicts: many calls change the same record.",
        unit: "ops",
        width: 12,
        queries: [
          [
            'sum by (service) (rate(tenantops_transaction_retries_total{service=~"$service"}[$__rate_interval]))',
            "{{service}}",
          ],
        ],
      },
      {
        title: "Orphaned transactions aborted",
        description: "Transactions of processes that died before the commit.",
        unit: "short",
        width: 12,
        queries: [
          [
            'sum by (service) (increase(tenantops_abandoned_transactions_total{service=~"$service"}[5m]))',
            "{{service}}",
          ],
        ],
      },
    ],
  },
  {
    title: "Events",
    panels: [
      {
        title: "Outbox: oldest unpublished event",
        description: "Grows by one second per second while NATS is down. No event is lost.",
        unit: "s",
        width: 8,
        limit: 60,
        queries: [["max by (service) (tenantops_outbox_oldest_seconds)", "{{service}}"]],
      },
      {
        title: "Outbox: unpublished events",
        unit: "short",
        width: 8,
        queries: [["max by (service) (tenantops_outbox_pending)", "{{service}}"]],
      },
      {
        title: "Active outbox relays",
        description: "One replica per service publishes, so the value is 1.",
        unit: "short",
        width: 8,
        queries: [["sum by (service) (tenantops_relay_active)", "{{service}}"]],
      },
      {
        title: "Published per second",
        unit: "ops",
        width: 8,
        queries: [["sum by (service) (rate(tenantops_outbox_published_total[$__rate_interval]))", "{{service}}"]],
      },
      {
        title: "Consumed per second, by outcome",
        description:
          "processed; duplicate: delivered twice, processed once; outdated: its business was deleted or its sandbox emptied meanwhile; ignored: nothing in the service needs it; failed: will be redelivered; dead_lettered: failed ten times.",
        unit: "ops",
        width: 8,
        queries: [
          [
            "sum by (consumer, outcome) (rate(tenantops_events_consumed_total[$__rate_interval]))",
            "{{consumer}} {{outcome}}",
          ],
        ],
      },
      {
        title: "Dead letters",
        description: "Events that failed ten times. They wait for a person.",
        unit: "short",
        width: 8,
        limit: 1,
        queries: [["max by (service) (tenantops_dead_letters)", "{{service}}"]],
      },
    ],
  },
  {
    title: "Webhooks",
    panels: [
      {
        title: "Attempts per second, by outcome",
        unit: "ops",
        width: 8,
        queries: [["sum by (outcome) (rate(tenantops_webhook_attempts_total[$__rate_interval]))", "{{outcome}}"]],
      },
      {
        title: "Event to delivery",
        description: "From the event to its first 2xx.",
        unit: "s",
        width: 8,
        queries: [
          [
            "histogram_quantile(0.5, sum by (le) (rate(tenantops_webhook_event_to_delivery_seconds_bucket[$__rate_interval])))",
            "p50",
          ],
          [
            "histogram_quantile(0.95, sum by (le) (rate(tenantops_webhook_event_to_delivery_seconds_bucket[$__rate_interval])))",
            "p95",
          ],
        ],
      },
      {
        title: "Duration of an attempt, p99",
        description: "The receivers determine it.",
        unit: "s",
        width: 8,
        queries: [
          [
            "histogram_quantile(0.99, sum by (le) (rate(tenantops_webhook_attempt_seconds_bucket[$__rate_interval])))",
            "p99",
          ],
        ],
      },
      {
        title: "Delay of the latest lane",
        description: "Grows when there are too few workers.",
        unit: "s",
        width: 6,
        limit: 60,
        queries: [["max(tenantops_webhook_oldest_due_seconds)", "oldest due"]],
      },
      {
        title: "Waiting",
        description: "Events that webhooks has not read yet, and deliveries that are not sent yet.",
        unit: "short",
        width: 6,
        queries: [
          ["max(tenantops_webhook_jetstream_waiting)", "events in JetStream"],
          ["max(tenantops_webhook_pending)", "deliveries"],
        ],
      },
      {
        title: "Lanes by state",
        unit: "short",
        width: 6,
        queries: [["max by (state) (tenantops_webhook_lanes)", "{{state}}"]],
      },
      {
        title: "Fenced and disabled",
        description:
          "Results of attempts that were dropped because another worker had the lane; endpoints that were disabled.",
        unit: "short",
        width: 6,
        queries: [
          ["sum(increase(tenantops_webhook_fenced_total[5m]))", "fenced"],
          ["sum by (reason) (increase(tenantops_webhook_disabled_total[1h]))", "disabled {{reason}}"],
        ],
      },
    ],
  },
  {
    title: "Objectives and limits",
    panels: [
      {
        title: "Work that was not good, last hour",
        description:
          "Share of the work outside its objective; docs/telemetry.md lists the objectives. Needs the recording rules of slo.yaml.",
        unit: "percentunit",
        width: 8,
        queries: [["tenantops:slo_bad:ratio_rate1h", "{{slo}}"]],
      },
      {
        title: "Work that was not good, last three days",
        description: "The same over three days.",
        unit: "percentunit",
        width: 8,
        queries: [["tenantops:slo_bad:ratio_rate3d", "{{slo}}"]],
      },
      {
        title: "Event to processing, p99",
        description: "Time from an event to the end of its processing.",
        unit: "s",
        width: 8,
        limit: 10,
        queries: [
          [
            "histogram_quantile(0.99, sum by (le, consumer) (rate(tenantops_event_lag_seconds_bucket[$__rate_interval])))",
            "{{consumer}}",
          ],
        ],
      },
      {
        title: "Event to first attempt",
        description: "Time from an event to the begin of the first attempt of a delivery.",
        unit: "s",
        width: 6,
        limit: 60,
        queries: [
          [
            "histogram_quantile(0.5, sum by (le) (rate(tenantops_webhook_first_attempt_seconds_bucket[$__rate_interval])))",
            "p50",
          ],
          [
            "histogram_quantile(0.99, sum by (le) (rate(tenantops_webhook_first_attempt_seconds_bucket[$__rate_interval])))",
            "p99",
          ],
        ],
      },
      {
        title: "Event stream",
        description: "Size of the stream EVENTS and its limit.",
        unit: "bytes",
        width: 6,
        queries: [
          ["max(tenantops_stream_bytes)", "size"],
          ["max(tenantops_stream_max_bytes)", "limit"],
        ],
      },
      {
        title: "Event stream not usable",
        description: "1 while NATS has no stream EVENTS, or the stream refuses every event.",
        unit: "short",
        width: 6,
        limit: 1,
        queries: [["max(tenantops_stream_unusable)", "unusable"]],
      },
      {
        title: "Certificates: time left",
        description: "Until the first loaded certificate of a process ends.",
        unit: "s",
        width: 6,
        queries: [
          [
            "min by (service, certificate) (tenantops_certificate_not_after_seconds) - time()",
            "{{service}} {{certificate}}",
          ],
        ],
      },
      {
        title: "Refused because of overload",
        description: "Requests refused with 503 because their caller used more than its share.",
        unit: "reqps",
        width: 6,
        queries: [["sum by (caller) (rate(tenantops_shed_total[$__rate_interval]))", "{{caller}}"]],
      },
    ],
  },
  {
    title: "Installation",
    panels: [
      {
        title: "Processes that serve",
        unit: "short",
        width: 6,
        queries: [["sum by (service) (tenantops_ready)", "{{service}}"]],
      },
      {
        title: "Heaviest callers at the gateway",
        unit: "percentunit",
        width: 6,
        queries: [["max by (caller, rank) (tenantops_caller_loop_ratio)", "{{caller}} {{rank}}"]],
      },
      {
        title: "Work of the gateway, by kind of caller",
        unit: "percentunit",
        width: 6,
        queries: [["sum by (caller) (rate(tenantops_loop_seconds_total[$__rate_interval]))", "{{caller}}"]],
      },
      {
        title: "Refused by the tenancy guard",
        description: "Always 0, unless our code has a fault.",
        unit: "short",
        width: 6,
        limit: 1,
        queries: [["sum by (service) (increase(tenantops_tenancy_refusals_total[1h]))", "{{service}}"]],
      },
      {
        title: "Contradictions between records",
        unit: "short",
        width: 6,
        limit: 1,
        queries: [["max by (service) (tenantops_reconciliation_problems)", "{{service}}"]],
      },
      {
        title: "Oldest day of analytics that is not packed",
        unit: "s",
        width: 6,
        limit: 7200,
        queries: [["max by (service) (tenantops_counts_unpacked_oldest_seconds)", "{{service}}"]],
      },
      {
        title: "Time since the last reconciliation",
        unit: "s",
        width: 6,
        limit: 93600,
        queries: [["time() - max by (service) (tenantops_reconciliation_timestamp_seconds)", "{{service}}"]],
      },
      {
        title: "Oldest erasure of a person under way",
        unit: "s",
        width: 6,
        limit: 3600,
        queries: [["max(tenantops_person_erasure_oldest_seconds)", "oldest"]],
      },
      {
        title: "Latest deletion of a business",
        unit: "s",
        width: 6,
        limit: 86400,
        queries: [["max(tenantops_offboarding_overdue_seconds)", "overdue"]],
      },
      {
        title: "Oldest closing or cancellation that not every process knows",
        unit: "s",
        width: 6,
        limit: 600,
        queries: [["max(tenantops_offboarding_pending_seconds)", "pending"]],
      },
      {
        title: "History whose time was over",
        unit: "s",
        width: 6,
        limit: 86400,
        queries: [["max by (service) (tenantops_retention_late_seconds)", "{{service}}"]],
      },
      {
        title: "History archived and deleted",
        unit: "short",
        width: 6,
        queries: [
          ["sum by (service, kind, mode) (rate(tenantops_retention_removed_total[5m]))", "{{kind}} {{mode}}"],
          ["sum by (service, kind) (rate(tenantops_retention_failures_total[5m]))", "{{kind}} failed"],
        ],
      },
      {
        title: "Damaged records of people",
        unit: "short",
        width: 6,
        queries: [["sum(rate(tenantops_damaged_people_total[5m]))", "not deleted"]],
      },
      {
        title: "Stored secrets by their key",
        unit: "short",
        width: 6,
        queries: [["max by (service, key) (tenantops_stored_secrets)", "{{service}} {{key}}"]],
      },
      {
        title: "Time from a request to its decision, 90 %",
        unit: "s",
        width: 6,
        queries: [
          [
            "histogram_quantile(0.9, sum by (le, needs) (rate(tenantops_approval_decision_seconds_bucket[1h])))",
            "{{needs}}",
          ],
        ],
      },
      {
        title: "Mails about approvals",
        unit: "short",
        width: 6,
        queries: [["sum by (outcome) (rate(tenantops_approval_mails_total[5m]))", "{{outcome}}"]],
      },
    ],
  },
];
