import { ensureProof } from "../../api/step-up.js";
import { type Input, type Reply, useChangeBy, useRecord, useRecords } from "../../api/public-api.js";

export type PersonRequest = Reply<"pages", "getPersonRequest">;
export type Preview = Reply<"pages", "previewPersonRequest">;
export type RecordCount = PersonRequest["records"][number];
type NewRequest = Input<"pages", "createPersonRequest">;
/** The values by which a person is searched. */
export type Names = Required<Omit<NewRequest, "kind">>;

const readAgain = (isRunning: boolean) => isRunning && 2000;

/** The list is read repeatedly while a request is running. */
export const useRequests = () =>
  useRecords(
    "pages",
    "listPersonRequests",
    {},
    {
      refetchMs: (requests) => readAgain(requests.some(({ status }) => status === "running")),
    },
  );

export const useRequest = (id: string) =>
  useRecord("pages", "getPersonRequest", { id }, { refetchMs: (request) => readAgain(request?.status === "running") });

export const useCreateRequest = (onDone: (request: PersonRequest) => void) =>
  useChangeBy(
    "pages",
    async ({ pages }, input: NewRequest, options) => {
      if (input.kind === "erasure") await ensureProof();
      return pages.createPersonRequest(input, options);
    },
    onDone,
  );
