import { onlineManager, QueryObserver } from "@tanstack/react-query";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

beforeAll(() => void vi.stubGlobal("location", { origin: "https://console.example.test" }));
afterAll(() => {
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

test("a read without a connection fails at once, and is made again when the connection is back", async () => {
  const { queryClient } = await import("./query-client.js");
  onlineManager.setOnline(false);
  const read = vi.fn<() => Promise<string>>(() => Promise.resolve("read")).mockRejectedValueOnce(new Error("offline"));
  const observer = new QueryObserver(queryClient, { queryKey: ["test"], queryFn: read });
  const stop = observer.subscribe(() => undefined);
  queryClient.mount();
  await vi.waitFor(() => expect(observer.getCurrentResult()).toMatchObject({ status: "error", data: undefined }));
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(observer.getCurrentResult()).toMatchObject({ status: "success", data: "read" }));
  queryClient.unmount();
  stop();
});
