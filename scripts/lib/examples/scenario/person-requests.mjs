/** What is stored about a worker who has received something. No person is erased: later examples show the same people. */
export async function recordPersonRequests({ record, recordError }) {
  const names = { emails: ["ana@example.com"] };
  await record("previewPersonRequest", { body: names });
  const { _id: id } = await record("createPersonRequest", {
    headers: { "idempotency-key": "export-ana" },
    body: { kind: "export", ...names },
  });
  await record("listPersonRequests", { query: { limit: 10 } });
  await record("getPersonRequest", { params: { id } });
  await record("downloadPersonExport", { params: { id } });
  await recordError("getPersonRequest", { params: { id: "prq_unknown" } }, "person_request_not_found");
}
