// Which processes a mesh has, and their ports. All ports are chosen before anything starts: the processes start at the
// same time, and a killed process starts again on its port.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.mjs";
import { findFreePort } from "../process/ports.mjs";
import { buildAllEnv, buildGatewayEnv, buildServiceEnv, formatAddress, toOwnName } from "./mesh-env.mjs";

/** The folders under services/. */
export const listServices = () =>
  readdirSync(join(root, "services"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Target `mesh`: a process per service. Target `all`: one process for everything. */
export const planMesh = (options) => (options.target === "all" ? planSingleProcess(options) : planProcesses(options));

/** `gateways` is the number of replicas; each of them is the gateway and all services. */
async function planSingleProcess({ gateways = 1, ports = {}, env = {}, programs }) {
  const services = listServices();
  const parts = ["gateway", ...services];
  const plan = { members: [], addresses: {}, adminUrls: {}, gatewayUrls: [], operatorUrls: [] };
  for (const [index, name] of nameReplicas("all", gateways).entries()) {
    const [gateway] = nameReplicas("gateway", index + 1).slice(-1);
    const ownPorts = { ...(await findGatewayPorts()), ...ports[gateway] };
    const adminUrl = `http://127.0.0.1:${ownPorts.admin}`;
    // The parts of the process have one admin port.
    Object.assign(plan.adminUrls, { [name]: adminUrl, [gateway]: adminUrl });
    if (index === 0) for (const part of parts) plan.adminUrls[part] = adminUrl;
    plan.gatewayUrls.push(`http://127.0.0.1:${ownPorts.http}`);
    plan.operatorUrls.push(`http://127.0.0.1:${ownPorts.operator}`);
    const settings = Object.fromEntries(
      parts.flatMap((part) => {
        const own = { ...env[part], ...(part === "gateway" && env[gateway]) };
        return Object.entries(own).map(([setting, value]) => [toOwnName(part, setting), value]);
      }),
    );
    plan.members.push({
      name,
      entry: findEntry("all", programs),
      settings,
      findTrialPorts: findGatewayPorts,
      buildEnv: (mesh, trial) => buildAllEnv({ ports: trial ?? ownPorts, mesh, services }),
    });
  }
  return plan;
}

async function planProcesses({
  gateways = 1,
  replicas = {},
  ports = {},
  env = {},
  programs,
  services: wanted = listServices(),
}) {
  // A gateway knows no key without accounts.
  const services = gateways > 0 ? [...new Set([...wanted, "accounts"])] : wanted;
  const members = [];
  const addresses = {};
  const adminUrls = {};
  const addMember = (name, { ownPorts, buildEnv, findTrialPorts }) => {
    adminUrls[name] = `http://127.0.0.1:${ownPorts.admin}`;
    const settings = { ...env[name.replace(/-\d+$/, "")], ...env[name] };
    const entry = findEntry(name.replace(/-\d+$/, ""), programs);
    members.push({
      name,
      entry,
      settings,
      findTrialPorts,
      buildEnv: (mesh, trial) => buildEnv(mesh, trial ?? ownPorts),
    });
  };

  // The gateway and accounts need an address of every service. For services that are not started, no process listens on the address.
  for (const name of listServices()) addresses[name] = formatAddress([await findServicePorts()]);
  const gatewayGroup = [];
  for (const name of nameReplicas("gateway", gateways)) {
    gatewayGroup.push({ name, ownPorts: { ...(await findGatewayPorts()), ...ports[name] } });
  }
  for (const service of services) {
    const group = [];
    for (const name of nameReplicas(service, replicas[service] ?? 1)) {
      const ownPorts = { ...(await findServicePorts()), ...ports[name] };
      const buildEnv = (mesh, ports) => buildServiceEnv(service, { ports, mesh, addresses });
      group.push(ownPorts);
      addMember(name, { ownPorts, buildEnv, findTrialPorts: findServicePorts });
    }
    addresses[service] = formatAddress(group);
  }
  const gatewayUrls = [];
  const operatorUrls = [];
  for (const { name, ownPorts } of gatewayGroup) {
    const buildEnv = (mesh, ports) => buildGatewayEnv({ ports, mesh, addresses });
    gatewayUrls.push(`http://127.0.0.1:${ownPorts.http}`);
    operatorUrls.push(`http://127.0.0.1:${ownPorts.operator}`);
    addMember(name, { ownPorts, buildEnv, findTrialPorts: findGatewayPorts });
  }
  return { members, addresses, adminUrls, gatewayUrls, operatorUrls };
}

/** What the process runs: one of the bundles that start faster (deploy/images/bundle.mjs), or with `modules` the build of its package. */
export function findEntry(program, programs = "bundles") {
  if (programs === "bundles") return join(root, "deploy/dist", `${program}.mjs`);
  const folder = ["all", "gateway"].includes(program) ? program : `services/${program}`;
  return join(root, folder, "dist/main.js");
}

const findHttpPorts = async () => ({ http: await findFreePort(), admin: await findFreePort() });
const findServicePorts = async () => ({ grpc: await findFreePort(), ...(await findHttpPorts()) });
const findGatewayPorts = async () => ({ operator: await findFreePort(), ...(await findHttpPorts()) });

const nameReplicas = (name, count) =>
  Array.from({ length: count }, (_, index) => (index === 0 ? name : `${name}-${index + 1}`));
