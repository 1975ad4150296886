// How the browser application calls the routes about people. It cannot load their declarations, which would bring zod with them.

const folder = "services/console/web/src/api/operations";
const notice = "// Written by `npm run generate` from the routes of rest/src. Do not edit.\n";

/** `{ path: text }`: the routes of a person are loaded at the start, those of a business with the first page that reads data. */
export function renderWebOperations({ routes, personRoutes }) {
  const isOfBusiness = ({ path }) => path.includes("{businessId}");
  return {
    [`${folder}/business.ts`]: renderOperations(personRoutes.filter(isOfBusiness)),
    [`${folder}/person.ts`]: renderOperations(personRoutes.filter((route) => !isOfBusiness(route))),
    [`${folder}/needs-proof.ts`]: renderNeedsProof([...routes, ...personRoutes]),
  };
}

function renderOperations(routes) {
  const lines = routes.map(
    ({ id, method, path, idempotency }) =>
      `export const ${id} = ${renderRow({ id, method, path, takesKey: idempotency !== undefined })} as const;\n`,
  );
  return `${notice}${lines.join("")}`;
}

const renderRow = (row) =>
  `{ ${Object.entries(row)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(", ")} }`;

/** The operations that a person can call and that are refused without a fresh proof. */
function renderNeedsProof(routes) {
  const names = routes
    .filter(({ caller, access }) => (caller === "tenant" || caller === "person") && access?.needsProof)
    .map(({ id }) => `  ${JSON.stringify(id)},\n`);
  return `${notice}export const needsProof: ReadonlySet<string> = new Set([\n${names.toSorted().join("")}]);\n`;
}
