import { TenantOpsError } from "@tenant-ops/client/session";

export { TenantOpsError };

export const isCode = (error: unknown, code: string): error is TenantOpsError =>
  error instanceof TenantOpsError && error.code === code;

export const hasStatus = (error: unknown, status: number): error is TenantOpsError =>
  error instanceof TenantOpsError && error.status === status;
