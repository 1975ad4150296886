import { type Call, createSystemCall } from "@tenant-ops/kit/call";
import { singleFlight } from "@tenant-ops/kit/concurrency";
import type { Database } from "@tenant-ops/kit/data";
import { computeDeadline } from "@tenant-ops/kit/http";
import { createPageCall } from "@tenant-ops/kit/pages";
import type { FastifyRequest } from "fastify";
import { findFlowById } from "../flows/flows.store.js";
import type { Flow } from "../flows/flows.rules.js";
import { pageSlugCharactersMax } from "./page-slugs.js";
import { listMethods, type Providers, type SignInMethod } from "../providers/providers.rules.js";
import { findProviders } from "../providers/providers.store.js";
import { hasAccess } from "./page.requests.js";
import { findRegistration } from "../registrations/registrations.store.js";
import type { Registration } from "../registrations/registrations.rules.js";
import { findSlug } from "../flows/slugs.store.js";
import { isLinkValid, parseToken, type TestRun } from "../test-runs/test-runs.rules.js";
import { findTestRun } from "../test-runs/test-runs.store.js";

/** A flow whose page was requested, and the call in the name of its business. */
export interface RequestedFlow {
  flow: Flow;
  call: Call;
  /** Path of the page, such as `/flow/summer`. */
  path: string;
  providers: Providers | null;
  /** How visitors can prove who they are before the form; without one they register without a proof. */
  methods: readonly SignInMethod[];
  /** When the page was opened over the link of a test run. */
  testRun?: TestRun;
}

/** A registration whose page was requested by the browser that sent its form. */
export interface RequestedRegistration extends RequestedFlow {
  registration: Registration;
}

/** The page of the steps after the form of a registration. */
export function toRegistrationPath(flowPath: string, registrationId: string): string {
  return `${flowPath}/registration/${registrationId}`;
}

export interface FlowFinder {
  /** The flow of `/flow/<slug>`. An inactive one is not found, so visitors cannot tell it from an unknown slug. */
  findActive(request: FastifyRequest): Promise<RequestedFlow | undefined>;
  /** An inactive flow whose page visitors have seen: they know that it exists. */
  findEnded(request: FastifyRequest): Promise<RequestedFlow | undefined>;
  /** The flow of a valid link of a test run, active or not. */
  findTested(request: FastifyRequest): Promise<(RequestedFlow & { testRun: TestRun }) | undefined>;
  /** A registration with the cookie of its visitor. The flow may be inactive meanwhile. */
  findRegistered(request: FastifyRequest): Promise<RequestedRegistration | undefined>;
}

/** Finds the flow of a page by its slug. */
export function createRequestedFlowFinder(db: Database): FlowFinder {
  // After a newsletter many visitors open a page within a second, so requests that arrive during a read share its result.
  const findShared = singleFlight((pageSlug: string, deadline: number) => findPublicFlow(db, pageSlug, deadline));
  const find = async (request: FastifyRequest, slug: string): Promise<RequestedFlow | undefined> => {
    if (slug.length > pageSlugCharactersMax || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) return undefined;
    const found = await findShared(slug, computeDeadline(request));
    if (!found) return undefined;
    const { flow, businessId, providers } = found;
    const methods = listMethods(flow.authType, providers);
    return {
      flow,
      call: createPageCall(request, businessId, `flow page ${slug}`),
      path: `/flow/${slug}`,
      providers,
      methods,
    };
  };
  const findRequested = (request: FastifyRequest) => {
    const { "*": rest = "", slug = rest } = request.params as { "*"?: string; slug?: string };
    return find(request, slug);
  };
  return {
    findActive: async (request) => {
      const found = await findRequested(request);
      return found?.flow.isActive ? found : undefined;
    },
    findEnded: async (request) => {
      const found = await findRequested(request);
      return found && !found.flow.isActive && found.flow.totalVisitCount > 0 ? found : undefined;
    },
    findTested: async (request) => {
      const { slug, token } = request.params as { slug: string; token: string };
      const parsed = parseToken(token);
      const found = parsed && (await find(request, slug));
      if (!found) return undefined;
      const testRun = await findTestRun(db.scope(found.call), found.flow._id, parsed.testRunId);
      if (!testRun || !isLinkValid(testRun, parsed.secret, new Date())) return undefined;
      return { ...found, path: `${found.path}/test-runs/${token}`, testRun };
    },
    findRegistered: async (request) => {
      const { slug, id } = request.params as { slug: string; id: string };
      const found = /^reg_[0-9a-z]{26}$/.test(id) ? await find(request, slug) : undefined;
      const registration = found && (await findRegistration(db.scope(found.call), found.flow._id, id));
      if (!registration || !hasAccess(request, registration, new Date())) return undefined;
      return { ...found, registration };
    },
  };
}

interface PublicFlow {
  flow: Flow;
  businessId: string;
  providers: Providers | null;
}

/** The registry of slugs names the business; the flow is then read from the records of this business only. */
async function findPublicFlow(db: Database, pageSlug: string, deadline: number): Promise<PublicFlow | undefined> {
  const row = await findSlug(db, pageSlug);
  if (!row) return undefined;
  const { businessId, flowId } = row;
  const call = createSystemCall(businessId, "flow page", { deadline });
  const scope = db.scope(call);
  const [flow, providers] = await Promise.all([findFlowById(scope, flowId), findProviders(scope)]);
  return flow ? { flow, businessId, providers } : undefined;
}
