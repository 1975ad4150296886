// The users of MongoDB and NATS, one of each per process, with random passwords. Kept in a file, so that later starts use the same ones.
import { randomBytes } from "node:crypto";
import { readJson, writePrivateJson } from "../../../scripts/lib/paths.mjs";
import { natsPermissions } from "./nats-users.mjs";

export const processes = Object.keys(natsPermissions);
/** Those with a database: the gateway stores nothing. */
export const processesWithDatabase = processes.filter((name) => name !== "gateway");

const listProcesses = (kind) => (kind === "mongodb" ? processesWithDatabase : processes);

// The first character is a letter: nats-server reads a word that begins with a digit as a number.
const createPassword = () => `p${randomBytes(24).toString("hex")}`;

/** During a rotation each process has two users: `supply` and `supply-2`, then `supply-2` and `supply-3`. */
const nameUser = (process, generation) => (generation === 1 ? process : `${process}-${generation}`);

export const createAccounts = () => ({
  mongodbKeyFile: randomBytes(512).toString("base64"),
  mongodbRootPassword: createPassword(),
  natsOperatorPassword: createPassword(),
  generations: [createGeneration(1)],
});

function createGeneration(number) {
  const passwords = (kind) => Object.fromEntries(listProcesses(kind).map((name) => [name, createPassword()]));
  return { number, mongodb: passwords("mongodb"), nats: passwords("nats") };
}

/** Reads the accounts of the file, or creates new ones without a file. Accounts that a newer version needs are added to an older file. */
export async function loadAccounts(file) {
  const stored = { natsOperatorPassword: createPassword(), ...((await readJson(file)) ?? createAccounts()) };
  const generations = stored.generations.map((found) => {
    const missing = createGeneration(found.number);
    return { ...found, mongodb: { ...missing.mongodb, ...found.mongodb }, nats: { ...missing.nats, ...found.nats } };
  });
  const accounts = { ...stored, generations };
  await writePrivateJson(file, accounts);
  return accounts;
}

/** Begins a rotation: the processes get new users, and the earlier ones still work. */
export function addGeneration(accounts) {
  const [newest, ...others] = accounts.generations.toReversed();
  if (others.length > 0) throw new Error("a rotation was begun already; end it with rotate-passwords <folder> end");
  return { ...accounts, generations: [newest, createGeneration(newest.number + 1)] };
}

/** Ends a rotation: only the newest users are kept. */
export const dropOldGenerations = (accounts) => ({ ...accounts, generations: accounts.generations.slice(-1) });

/** Every user that can sign in now. @param kind `mongodb` or `nats` */
export const listAccounts = ({ generations }, kind) =>
  generations.flatMap((generation) =>
    listProcesses(kind).map((process) => ({
      process,
      user: nameUser(process, generation.number),
      password: generation[kind][process],
    })),
  );

/** The connection strings of each process, with the newest user. */
export function formatUrls(accounts, hosts) {
  const newest = { generations: accounts.generations.slice(-1) };
  const format = (kind, build) =>
    Object.fromEntries(
      listAccounts(newest, kind).map(({ process, user, password }) => [process, build(user, password)]),
    );
  return {
    mongodb: format(
      "mongodb",
      (user, password) => `mongodb://${user}:${password}@${hosts.mongodb}/?replicaSet=rs0&authSource=admin`,
    ),
    nats: format("nats", (user, password) => `nats://${user}:${password}@${hosts.nats}`),
  };
}
