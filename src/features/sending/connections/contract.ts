import { defineRoutes } from "../../../kernel/route.ts";
import * as shapes from "./shapes.ts";

const connectionPath = "/sending/connections/{connection_id}";
const missing = "not_found connection";
const rejections = [
  "validation host",
  "validation username",
  "validation secret",
  "validation oauth",
  "validation messageStream",
  "validation fallback",
] as const;
const forbidden = "forbidden own_connections";
const noKey = "unavailable data_key";

export const connectionRoutes = defineRoutes("Sending", "settings", {
  listConnections: {
    method: "GET",
    path: "/sending/connections",
    mcp: "catalog",
    summary: "Connections that the company sends over itself, with their state and what they sent today",
    answers: { 200: shapes.ConnectionItems },
    errors: [],
  },
  createConnection: {
    method: "POST",
    path: "/sending/connections",
    mcp: "never",
    effect: "internal",
    summary: "Add a connection; what is omitted comes from the preset of its kind",
    body: shapes.ConnectionInput,
    answers: { 201: shapes.Connection },
    errors: [...rejections, forbidden, "conflict name", "conflict limit", noKey],
  },
  getConnection: {
    method: "GET",
    path: connectionPath,
    mcp: "catalog",
    summary: "One connection",
    answers: { 200: shapes.Connection },
    errors: [missing],
  },
  updateConnection: {
    method: "PATCH",
    path: connectionPath,
    mcp: "never",
    effect: "internal",
    summary: "Change a connection. Messages that wait for it try it again at once",
    body: shapes.ConnectionChange,
    answers: { 200: shapes.Connection },
    errors: [...rejections, missing, forbidden, "conflict name", noKey],
  },
  deleteConnection: {
    method: "DELETE",
    path: connectionPath,
    mcp: "never",
    effect: "internal",
    summary: "Delete a connection that no sender, domain or other connection names and that is not the default",
    answers: { 204: null },
    errors: [missing, "conflict used", "conflict default"],
  },
  checkConnection: {
    method: "POST",
    path: `${connectionPath}/check`,
    mcp: "never",
    effect: "internal",
    summary: "Connect and sign in without sending anything: what the server offers, or why it failed",
    answers: { 200: shapes.ConnectionCheck },
    errors: [missing, forbidden, noKey],
  },
});
