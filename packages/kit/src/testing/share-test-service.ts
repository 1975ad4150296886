import type { DescService } from "@bufbuild/protobuf";
import type * as z from "zod";
import type { ServiceDefinition } from "../process/service.types.js";
import { startTestService } from "./test-service.js";
import type { SharedTestService, TestService } from "./testing.types.js";

const freshMs = 30_000;

/** By definition; the types of the services are those of their definitions. */
const services = new Map<object, Promise<unknown>>();

/**
 * The service that all files of this test process use whose tests change only records of businesses of their own. A start with a new database takes as
 * long as a dozen tests, so it is started once, with its default settings, and ends with the process.
 */
export async function shareTestService<Api extends DescService, Schema extends z.ZodObject, Setup extends object>(
  definition: ServiceDefinition<Api, Schema, Setup>,
): Promise<SharedTestService<Api, Schema>> {
  const starting = services.get(definition) ?? startTestService(definition);
  services.set(definition, starting);
  const service = (await starting) as TestService<Api, Schema>;
  // The previous file of this process may have set the clock, so that what the service read in the meantime seems to be old.
  await service.running.context.db.closedBusinesses.refresh(freshMs);
  return service;
}
