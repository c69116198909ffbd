import { compare } from "./support/compare.ts";
import { seedContacts } from "./support/seed-contacts.ts";
import { withEnvironment } from "./support/environment.ts";

/** A page, one contact and a creation compared with baseline servers that run the same statements, 100 000 contacts. */
const contacts = 100_000;
/** Enough connections to keep both cores busy with short requests. */
const manyAtOnce = { connections: 64, seconds: 2, rounds: 5 };

export async function benchContacts(): Promise<object[]> {
  return withEnvironment(async (environment) => {
    await seedContacts(environment, contacts);
    const ours = await environment.serve();
    const baseline = await environment.serveBaseline("contacts.ts");
    const base = `/api/v1/tenants/${environment.company.tenant}`;
    const headers = { Authorization: `Bearer ${environment.company.apiKey}` };
    const [range] = await environment.sql<{ first: number; last: number }[]>`
      select min(id)::int as first, max(id)::int as last from contact`;
    const { first, last } = range ?? { first: 1, last: 1 };
    const idAt = (index: number) => first + ((index * 7919) % (last - first));
    const json = { ...headers, "Content-Type": "application/json" };
    const newContact = (side: string) => (index: number) => ({
      email: `${side}.${process.pid}.${performance.now()}.${index}@example.com`,
      purposeId: environment.company.purposeId,
      consentConfirmed: true,
      firstName: "Jana",
      lastName: "Nováková",
    });
    const page = await compare(
      { ours, baseline },
      {
        ours: () => ({ method: "GET", path: `${base}/contacts`, headers }),
        baseline: () => ({ method: "GET", path: "/contacts", headers: {} }),
      },
    );
    const plainPage = await compare(
      { ours, baseline },
      {
        ours: () => ({ method: "GET", path: `${base}/contacts`, headers }),
        baseline: () => ({ method: "GET", path: "/contacts/plain", headers: {} }),
      },
    );
    const one = await compare(
      { ours, baseline },
      {
        ours: (index) => ({ method: "GET", path: `${base}/contacts/${idAt(index)}`, headers }),
        baseline: (index) => ({ method: "GET", path: `/contacts/${idAt(index)}`, headers: {} }),
      },
      manyAtOnce,
    );
    const creation = await compare(
      { ours, baseline },
      {
        ours: (index) => ({
          method: "POST",
          path: `${base}/contacts`,
          headers: json,
          body: JSON.stringify(newContact("ours")(index)),
        }),
        baseline: (index) => ({
          method: "POST",
          path: "/contacts",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(newContact("baseline")(index)),
        }),
      },
      manyAtOnce,
    );
    return [
      { bench: "GET /contacts, 25 of 100 000, against the same statement", target: 0.5, ...page },
      { bench: "GET /contacts, 25 of 100 000, against the rows alone, without the total", target: 0.5, ...plainPage },
      { bench: "GET /contacts/{id}", target: 0.5, ...one },
      { bench: "POST /contacts", target: 0.4, ...creation },
    ];
  });
}
