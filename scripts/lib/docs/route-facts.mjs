// What the gateway knows of the routes (`RouteFacts`).

export function renderRouteFacts({ routes, personRoutes }) {
  const lists = Object.entries({ routes, personRoutes }).map(
    ([name, list]) =>
      `  "${name}": [\n${list.map((route) => `    ${JSON.stringify(toFacts(route))}`).join(",\n")}\n  ]`,
  );
  return `{\n${lists.join(",\n")}\n}\n`;
}

function toFacts(route) {
  const { id, method, path, service, caller, access, acceptsSignature, bodyContentType, upload, isPreview, tools } =
    route;
  const isDownload = route.replies[200]?.contentType !== undefined || undefined;
  const always = { id, method, path, service, caller };
  return { ...always, access, acceptsSignature, bodyContentType, upload, isPreview, tools, isDownload };
}
