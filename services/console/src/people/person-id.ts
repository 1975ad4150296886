import { newId } from "@tenant-ops/kit/data";

export const newPersonId = (): string => newId("per");
