import { expect, test } from "vitest";
import { buildAllEnv, formatAddress, mergeEnv } from "./mesh-env.mjs";
import { generateSecrets } from "./secrets.mjs";

test("our settings replace inherited ones, also an inherited NAME_FILE", () => {
  const env = mergeEnv({ PORT: "1", MONGODB_URL_FILE: "/x", LOG_LEVEL: "debug" }, { PORT: 2, MONGODB_URL: "ours" });
  expect(env).toEqual({ PORT: "2", MONGODB_URL: "ours", LOG_LEVEL: "debug" });
});

test("several replicas are one address with several targets", () => {
  const first = { grpc: 1, http: 2 };
  const second = { grpc: 3, http: 4 };
  expect(formatAddress([first]).grpc).toBe("127.0.0.1:1");
  expect(formatAddress([first, second]).grpc).toBe("ipv4:127.0.0.1:1,127.0.0.1:3");
});

test("one process gets each setting once, and by part what must differ between the parts", () => {
  const secrets = generateSecrets();
  const mesh = { secrets, mongodbUrl: "mongodb://m", natsUrl: "nats://n", databasePrefix: "t_", publicUrl: "http://p" };
  const env = buildAllEnv({
    ports: { http: 1, operator: 2, admin: 3 },
    mesh,
    services: ["supply", "flows", "console"],
  });
  expect(env).toMatchObject({
    PORT: "1",
    OPERATOR_PORT: "2",
    ADMIN_PORT: "3",
    SUPPLY_MONGODB_DATABASE: "t_supply",
    FLOWS_CALL_CONTEXT_PRIVATE_KEY: secrets.flowsCallContextPrivateKey,
    FLOW_SECRET_KEY: secrets.flowSecretKey,
  });
  expect(Object.keys(env).filter((name) => /GRPC|HTTP_(PORT|URL)|PUBLIC_KEYS/.test(name))).toEqual([]);
});
