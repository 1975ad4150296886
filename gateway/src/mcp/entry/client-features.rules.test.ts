import type { FastifyReply, FastifyRequest } from "fastify";
import { describe, expect, test } from "vitest";
import { createRpcRequest, modernVersion, requireObject } from "../rpc-request.testing.js";
import { hasFeature, nameSession } from "./client-features.js";

const declare = (settings: unknown) =>
  requireObject(
    createRpcRequest(modernVersion, "tools/list", {
      _meta: {
        "io.modelcontextprotocol/clientCapabilities": {
          extensions: { "io.modelcontextprotocol/ui": settings as never },
        },
      },
    }).body,
  );

const requestWith = (headers: Record<string, string>) => ({ headers }) as unknown as FastifyRequest;

describe("a client", () => {
  test.each([
    [{ mimeTypes: ["text/html;profile=mcp-app"] }, true],
    [{ mimeTypes: ["text/html"] }, false],
    [{ mimeTypes: "text/html;profile=mcp-app" }, false],
    [{}, false],
    ["yes", false],
  ])("that declares %j shows pages: %s", (settings, shows) => {
    expect(hasFeature(requestWith({}), declare(settings), "apps")).toBe(shows);
  });

  test("that declares nothing shows none", () => {
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    expect(hasFeature(requestWith({}), list, "apps")).toBe(false);
    expect(hasFeature(requestWith({ "mcp-session-id": "of another server" }), list, "apps")).toBe(false);
  });
});

test("the id of a session says what a client has declared in initialize, and nothing else does", () => {
  const headers: Record<string, unknown> = {};
  const reply = { header: (name: string, value: unknown) => void (headers[name] = value) } as unknown as FastifyReply;
  nameSession(reply, { params: { capabilities: { elicitation: { url: {} } } } });
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const session = requestWith(headers as Record<string, string>);
  expect([hasFeature(session, list, "urls"), hasFeature(session, list, "apps")]).toEqual([true, false]);
  const other: Record<string, unknown> = {};
  const silent = { header: (name: string, value: unknown) => void (other[name] = value) } as unknown as FastifyReply;
  nameSession(silent, { params: { capabilities: { elicitation: {} } } });
  expect(other).toEqual({});
});
