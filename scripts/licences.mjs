// npm run licences: the packages that we ship, with their licences.
import { listLicences } from "./lib/checks/licences.mjs";
import { print } from "./lib/console.mjs";

for (const { name, version, licence } of await listLicences()) print(`${name}@${version}  ${licence}`);
