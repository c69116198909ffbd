import { expect, it } from "vitest";
import { call } from "./client.ts";
import type { OutputOf } from "./operations.ts";
import { read, readPage, useChange } from "./queries.ts";

/** Never called: it has to compile, or not to compile where it says so. */
const calls = [
  () => read("GET /contacts/{id}", { params: { id: "7" } }),
  () => readPage("GET /contacts", { query: { page: 2, q: undefined } }),
  () => call("GET /purposes"),
  // @ts-expect-error no such operation
  () => read("GET /contact/{id}", { params: { id: "7" } }),
  // @ts-expect-error a change is not read
  () => read("POST /lists", { body: { name: "A" } }),
  // @ts-expect-error the parameter is missing
  () => read("GET /contacts/{id}"),
  // @ts-expect-error the parameter has another name
  () => read("GET /contacts/{id}", { params: { contact_id: "7" } }),
  // @ts-expect-error a page is a number
  () => readPage("GET /contacts", { query: { page: "2" } }),
  // @ts-expect-error no such filter
  () => readPage("GET /contacts", { query: { colour: "red" } }),
  // @ts-expect-error the name is missing
  () => useChange("POST /labels").mutate({ body: { color: "#112233" } }),
  // @ts-expect-error a label has no such field
  () => useChange("POST /labels").mutate({ body: { name: "A", colour: "#112233" } }),
  // @ts-expect-error nothing to load again under that name
  () => useChange("POST /labels", { refresh: ["GET /label"] }),
];

it("types the calls by the contracts", () => {
  const label: OutputOf<"GET /labels">["items"][number]["name"] = "A";
  // @ts-expect-error a name is a text
  const wrong: OutputOf<"GET /labels">["items"][number]["name"] = 1;
  expect([label, wrong, calls.length]).toEqual(["A", 1, 12]);
});
