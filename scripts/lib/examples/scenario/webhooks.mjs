import { createServer } from "node:http";
import { waitFor } from "../../process/wait-for.mjs";
import { today } from "../today.mjs";

/** An endpoint, its deliveries, and their recovery after the receiver was down. The receiver runs in this process. */
export async function recordWebhooks(recorder) {
  let answers = 204;
  const receiver = createServer((request, response) =>
    request.resume().on("end", () => response.writeHead(answers).end()),
  );
  await new Promise((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  try {
    await recordEndpoint(recorder, `http://127.0.0.1:${receiver.address().port}/hooks`, (status) => (answers = status));
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
}

async function recordEndpoint({ record, recordError, call }, url, answerWith) {
  await record("listWebhookEventTypes");
  const endpoint = await record("createWebhookEndpoint", {
    headers: { "idempotency-key": "endpoint-shop" },
    body: { url, description: "shop", events: ["spin.completed", "session.status_changed"], maxAttempts: 1 },
  });
  const params = { id: endpoint._id };
  const waitForDelivery = async (traceId, status) => {
    const isDone = async () => (await call("getWebhookDelivery", { params: { traceId } })).status === status;
    await waitFor(`delivery ${traceId} ${status}`, isDone);
  };
  await record("listWebhookEndpoints", { query: { limit: 10 } });
  await record("getWebhookEndpoint", { params });
  const { traceId } = await record("pingWebhookEndpoint", { params });
  await waitForDelivery(traceId, "delivered");
  await record("readWebhookLog");
  await record("getWebhookDelivery", { params: { traceId } });
  answerWith(500);
  const { traceId: failed } = await record("redeliverWebhook", { params: { traceId } });
  await waitForDelivery(failed, "failed");
  await record("listWebhookDeliveries", { query: { status: "failed" } });
  await record("getWebhookDailyCounts", { query: { dateFrom: today, dateTo: today } });
  answerWith(204);
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const recovery = await record("recoverWebhookDeliveries", { params, body: { since } });
  const isOver = async () => (await call("getWebhookRecovery", { params: { id: recovery._id } })).status !== "running";
  await waitFor("the end of the recovery", isOver);
  await waitFor("its delivery", async () => (await call("getWebhookEndpoint", { params })).stats.failures === 0);
  await record("listWebhookRecoveries", { query: { endpointId: endpoint._id } });
  await record("getWebhookRecovery", { params: { id: recovery._id } });
  await record("rotateWebhookSecret", { params, body: { overlapHours: 24 } });
  await record("updateWebhookEndpoint", { params, body: { status: "disabled" } });
  await recordError("pingWebhookEndpoint", { params }, "webhook_endpoint_disabled");
  await record("enableWebhookEndpoint", { params });
  await record("deleteWebhookEndpoint", { params });
  await recordError("redeliverWebhook", { params: { traceId } }, "webhook_endpoint_deleted");
  await recordError("getWebhookEndpoint", { params }, "webhook_endpoint_not_found");
  await recordError("getWebhookDelivery", { params: { traceId: "unknown" } }, "webhook_delivery_not_found");
  await recordError("getWebhookRecovery", { params: { id: "unknown" } }, "webhook_recovery_not_found");
  await recordError("createWebhookEndpoint", { body: { url: "https://10.0.0.1/hooks" } }, "egress_refused");
}
