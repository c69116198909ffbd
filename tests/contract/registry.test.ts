import { expect, it } from "vitest";
import { openApiDocument } from "../../src/http/openapi/document.ts";
import { fileTypeOf } from "../../src/kernel/file.ts";
import { operations, statusOfError } from "../../src/registry/registry.ts";
import { resolveReferences } from "../harness/oracles/openapi-document.ts";

it("names every operation once and no method of a path twice", () => {
  const names = operations.map(({ name }) => name);
  const places = operations.map(({ method, url }) => `${method} ${url.replace(/\{\w+\}/g, "{}")}`);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(places).size).toBe(places.length);
});

it("allows level read only for reading", () => {
  const writing = operations.filter(
    ({ level, risk, access }) => level === "read" && risk !== "read" && access === "member_or_key",
  );
  expect(writing.map(({ name }) => name)).toEqual([]);
});

it("requires level full of a read only for files of personal data, addresses of webhooks and who edits", () => {
  const strict = operations.filter(
    ({ level, risk, access }) => level === "full" && risk === "read" && access === "member_or_key",
  );
  expect(strict.map(({ name }) => name).toSorted()).toEqual([
    "downloadExport",
    "downloadRejectedRows",
    "getWebhookDelivery",
    "getWebhookEndpoint",
    "listAccountWebhooks",
    "listWebhookDeliveries",
    "listWebhookEndpoints",
    "reportEditing",
  ]);
});

it("lists only error codes of part 7, and for OAuth those of its RFCs", () => {
  for (const operation of operations) {
    for (const error of operation.errors) expect(statusOfError(operation, error)).toBeGreaterThanOrEqual(400);
  }
  expect(() => statusOfError({ protocol: "v1" }, "no_such_code email")).toThrow("unknown error code");
  expect(() => statusOfError({ protocol: "v1" }, "invalid_grant code")).toThrow("unknown error code");
  expect(() => statusOfError({ protocol: "oauth" }, "not_found list")).toThrow("unknown error code");
});

it("describes a file by its media type", () => {
  expect(resolveReferences(openApiDocument(["http://localhost"]))).toMatchObject({
    paths: {
      "/api/v1/tenants/{tenant}/exports/{export_id}/download": {
        get: {
          responses: {
            200: { content: { "text/csv": { schema: { type: "string", contentMediaType: "text/csv" } } } },
            410: { description: "expired export" },
          },
        },
      },
      "/api/v1/tenants/{tenant}/stats/campaigns/{campaign_id}/recipients": {
        get: {
          responses: {
            200: {
              content: {
                "application/json": { schema: { $ref: "#/components/schemas/CampaignRecipientPage" } },
                "text/csv": { schema: { type: "string", contentMediaType: "text/csv" } },
              },
            },
          },
        },
      },
    },
  });
});

it("describes every operation in the OpenAPI document, and only the requested groups on request", () => {
  const count = (document: Record<string, unknown>) =>
    Object.values(document["paths"] ?? {}).reduce((sum: number, path) => sum + Object.keys(Object(path)).length, 0);
  expect(count(openApiDocument(["http://localhost"]))).toBe(operations.length);
  const contacts = operations.filter(({ tag }) => tag === "Contacts").length;
  expect(count(openApiDocument(["http://localhost"], ["contacts"]))).toBe(contacts);
  expect(count(openApiDocument(["http://localhost"], ["nothing"]))).toBe(0);
});

it("hides people, keys, connected apps, OAuth and files from assistants", () => {
  const exposed = operations.filter(({ mcp }) => mcp !== "never");
  const wrong = exposed.filter(
    ({ access, protocol, answers, upload, body }) =>
      access !== "member_or_key" ||
      protocol === "oauth" ||
      (upload !== undefined && body === undefined) ||
      Object.values(answers).some((schema) => fileTypeOf(schema) !== undefined),
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
  expect(exposed.length).toBeGreaterThan(250);
});

it("gives about 25 operations a tool of their own, named group_verb", () => {
  const names = operations.flatMap(({ mcp }) => (typeof mcp === "object" ? [mcp.core] : []));
  expect(names.filter((name) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(name) || name.length > 50)).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(20);
  expect(names.length).toBeLessThanOrEqual(28);
});

it("marks every DELETE as irreversible", () => {
  const wrong = operations.filter(({ method, risk }) => method === "DELETE" && risk !== "irreversible");
  expect(wrong.map(({ name }) => name)).toEqual([]);
});
