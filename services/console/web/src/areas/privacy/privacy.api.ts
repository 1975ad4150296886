import { useState } from "react";
import { type Input, type Reply, useChange, useRecord, useRecords } from "../../api/public-api.js";

export type PersonRequest = Reply<"pages", "getPersonRequest">;
export type Preview = Reply<"pages", "previewPersonRequest">;
export type RecordCount = PersonRequest["records"][number];
type NewRequest = Input<"pages", "createPersonRequest">;
/** By what a person is searched. */
export type Names = Required<Omit<NewRequest, "kind">>;

const refetchMs = 2000;
const key = ["pages", "person-requests"];

/** While one is running, the list is read again and again. */
export function useRequests() {
  const [isRunning, setRunning] = useState(false);
  const list = useRecords(key, {}, ({ pages }, input, settings) => pages.listPersonRequests(input, settings), {
    refetchInterval: isRunning && refetchMs,
  });
  const hasRunning = list.items.some(({ status }) => status === "running");
  if (hasRunning !== isRunning) setRunning(hasRunning);
  return list;
}

export function useRequest(id: string) {
  const [isRunning, setRunning] = useState(false);
  const query = useRecord([...key, id], ({ pages }, settings) => pages.getPersonRequest({ id }, settings), {
    refetchInterval: isRunning && refetchMs,
  });
  const hasRunning = query.data?.status === "running";
  if (hasRunning !== isRunning) setRunning(hasRunning);
  return query;
}

export const useSearch = () =>
  useChange("pages", ({ pages }, names: Names, options) => pages.previewPersonRequest(names, options));

export const useCreateRequest = (onDone: (request: PersonRequest) => void) =>
  useChange("pages", ({ pages }, input: NewRequest, options) => pages.createPersonRequest(input, options), onDone);
