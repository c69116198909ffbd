import type { FastifyRequest } from "fastify";

/** A part of the path; empty where there is none. */
export function pathParam({ params }: FastifyRequest, name: string): string {
  const value: unknown = Object(params)[name];
  return typeof value === "string" ? value : "";
}

/** The query as it was written; the server's own reading of it is made for the API. */
export const queryOf = ({ url }: FastifyRequest): URLSearchParams => new URL(url, "http://localhost").searchParams;
