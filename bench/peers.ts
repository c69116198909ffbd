import { compare, type RequestsBySide } from "./support/compare.ts";
import { withEnvironment } from "./support/environment.ts";
import type { LoadRequest } from "./support/load.ts";
import { seedContacts, seedLists } from "./support/seed-contacts.ts";

const contacts = 100_000;
const load = { connections: 10, seconds: 2, rounds: 5 };

/** Requests that every product of the field answers, compared with a server that runs the one statement they need. */
export async function benchPeers(): Promise<object[]> {
  return withEnvironment(async (environment) => {
    await seedContacts(environment, contacts);
    const listId = (await seedLists(environment)).get(100) ?? "";
    const [first] = await environment.sql<{ id: number }[]>`select min(id)::int as id from contact`;
    const { tenant, apiKey, purposeId } = environment.company;
    const sides = { ours: await environment.serve(), baseline: await environment.serveBaseline("contacts.ts") };
    const headers = { Authorization: `Bearer ${apiKey}` };
    const ours = (path: string): LoadRequest => ({ method: "GET", path: `/api/v1/tenants/${tenant}${path}`, headers });
    const bare = (path: string): LoadRequest => ({ method: "GET", path, headers: {} });
    const page = (number: number): RequestsBySide => ({
      ours: () => ours(`/contacts?list=${listId}&pageSize=50&page=${number}`),
      baseline: () => bare(`/lists/${listId}/contacts/${number}`),
    });
    const idAt = (index: number) => (first?.id ?? 1) + ((index * 7919) % contacts);
    const one: RequestsBySide = {
      ours: (index) => ours(`/contacts/${idAt(index)}`),
      baseline: (index) => bare(`/contacts/${idAt(index)}`),
    };
    const creation = (listIds: readonly string[]): RequestsBySide => {
      const body = (side: string, index: number) =>
        JSON.stringify({
          email: `${side}.${performance.now()}.${index}@example.com`,
          purposeId,
          consentConfirmed: true,
          firstName: "Jana",
          lastName: "Nováková",
          ...(listIds.length > 0 && { listIds }),
        });
      const json = { "Content-Type": "application/json" };
      return {
        ours: (index) => ({
          ...ours("/contacts"),
          method: "POST",
          headers: { ...headers, ...json },
          body: body("ours", index),
        }),
        baseline: (index) => ({ ...bare("/contacts"), method: "POST", headers: json, body: body("bare", index) }),
      };
    };
    const lists: RequestsBySide = { ours: () => ours("/lists"), baseline: () => bare("/lists") };
    const results = {
      "GET /contacts?list, 50 of 100 000, page 1": { target: 0.6, ...(await compare(sides, page(1), load)) },
      "GET /contacts?list, 50 of 100 000, page 1 000": { target: 0.6, ...(await compare(sides, page(1000), load)) },
      "GET /contacts/{id}": { target: 0.6, ...(await compare(sides, one, load)) },
      "GET /lists": { target: 0.5, ...(await compare(sides, lists, load)) },
      "POST /contacts": { target: 0.4, ...(await compare(sides, creation([]), load)) },
      "POST /contacts with listIds": { target: 0.4, ...(await compare(sides, creation([listId]), load)) },
    };
    return Object.entries(results).map(([bench, result]) => ({ bench, ...result }));
  });
}
