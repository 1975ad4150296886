import { describeSettings, readConfig } from "@tenant-ops/kit/config";
import { describe, expect, test } from "vitest";
import { getServiceAddresses, gatewayConfig } from "./config.js";
import { createTestSettings } from "./testing.js";

describe("the gateway's settings", () => {
  test("report every problem at once, and print no secret", () => {
    const wrong = {
      TOKEN_PRIVATE_KEY: "not-a-key",
      OPERATOR_KEYS: "ana:short-secret",
      TRUSTED_PROXIES: "10.0.0.0/33",
      API_KEY_PEPPER: "c2hvcnQ",
      PORT: "high",
    };
    // An empty setting counts as missing.
    const given = createTestSettings({ ...wrong, NATS_URL: "" });
    const read = () => readConfig(gatewayConfig, given);
    for (const name of [...Object.keys(wrong), "NATS_URL: is missing"]) expect(read).toThrow(name);
    expect(read).not.toThrow("short-secret");
    expect(read).not.toThrow("not-a-key");
  });

  test("are all described, and secrets are marked", () => {
    const rows = describeSettings(gatewayConfig);
    expect(rows.filter(({ description }) => description === "")).toEqual([]);
    const secrets = rows.filter((row) => row.secret).map(({ name }) => name);
    expect(secrets.toSorted()).toEqual([
      "API_KEY_PEPPER",
      "CALL_CONTEXT_PRIVATE_KEY",
      "NATS_URL",
      "OPERATOR_KEYS",
      "OTEL_EXPORTER_OTLP_HEADERS",
      "PROPOSAL_SECRET",
      "TOKEN_PRIVATE_KEY",
    ]);
  });

  test("contain two addresses per service", () => {
    const config = readConfig(gatewayConfig, createTestSettings({ SUPPLY_GRPC_URL: "dns:///supply:50051" }));
    expect(getServiceAddresses(config, "GRPC")["supply"]).toBe("dns:///supply:50051");
    expect(Object.keys(getServiceAddresses(config, "HTTP"))).toEqual([
      "supply",
      "roulettes",
      "learning",
      "flows",
      "webhooks",
      "analytics",
      "accounts",
      "approvals",
      "console",
    ]);
  });
});
