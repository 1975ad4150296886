export const leaseMs = 3000;

export const settings = {
  WEBHOOK_LEASE_MS: String(leaseMs),
  WEBHOOK_RETRY_SCHEDULE: "200ms,500ms,1s,1s,1s,1s,1s,1s,1s",
};
