import { compare } from "./support/compare.ts";
import { seedContacts } from "./support/seed.ts";
import { withStage } from "./support/stage.ts";

/** A page, one contact and a creation against bare servers with the same statements, 100 000 contacts. */
const contacts = 100_000;
/** As many as it takes to keep both cores busy with requests that are over at once. */
const manyAtOnce = { connections: 64, seconds: 2, rounds: 5 };

export async function benchContacts(): Promise<object[]> {
  return withStage(async (stage) => {
    await seedContacts(stage, contacts);
    const ours = await stage.serve();
    const bare = await stage.serveBare("contacts.ts");
    const base = `/api/v1/tenants/${stage.company.tenant}`;
    const headers = { Authorization: `Bearer ${stage.company.apiKey}` };
    const [range] = await stage.sql<{ first: number; last: number }[]>`
      select min(id)::int as first, max(id)::int as last from contact`;
    const { first, last } = range ?? { first: 1, last: 1 };
    const idAt = (index: number) => first + ((index * 7919) % (last - first));
    const json = { ...headers, "Content-Type": "application/json" };
    const newContact = (side: string) => (index: number) => ({
      email: `${side}.${process.pid}.${performance.now()}.${index}@example.com`,
      purposeId: stage.company.purposeId,
      consentConfirmed: true,
      firstName: "Jana",
      lastName: "Nováková",
    });
    const page = await compare(
      { ours, bare },
      {
        ours: () => ({ method: "GET", path: `${base}/contacts`, headers }),
        bare: () => ({ method: "GET", path: "/contacts", headers: {} }),
      },
    );
    const plainPage = await compare(
      { ours, bare },
      {
        ours: () => ({ method: "GET", path: `${base}/contacts`, headers }),
        bare: () => ({ method: "GET", path: "/contacts/plain", headers: {} }),
      },
    );
    const one = await compare(
      { ours, bare },
      {
        ours: (index) => ({ method: "GET", path: `${base}/contacts/${idAt(index)}`, headers }),
        bare: (index) => ({ method: "GET", path: `/contacts/${idAt(index)}`, headers: {} }),
      },
      manyAtOnce,
    );
    const creation = await compare(
      { ours, bare },
      {
        ours: (index) => ({
          method: "POST",
          path: `${base}/contacts`,
          headers: json,
          body: JSON.stringify(newContact("ours")(index)),
        }),
        bare: (index) => ({
          method: "POST",
          path: "/contacts",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(newContact("bare")(index)),
        }),
      },
      manyAtOnce,
    );
    return [
      { bench: "GET /contacts, 25 of 100 000, against the same statement", wanted: 0.5, ...page },
      { bench: "GET /contacts, 25 of 100 000, against the rows alone, without the total", wanted: 0.5, ...plainPage },
      { bench: "GET /contacts/{id}", wanted: 0.5, ...one },
      { bench: "POST /contacts", wanted: 0.4, ...creation },
    ];
  });
}
