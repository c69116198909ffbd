import { Type } from "typebox";
import { Value } from "typebox/value";
import type { CreatedCompany } from "../src/features/account/create-company.ts";
import { compare } from "./support/compare.ts";
import { createBenchCompany, withEnvironment, type ServerProcess } from "./support/environment.ts";

/** A company takes 300 sign-ups an hour, so both sides go round many companies. */
const companies = 40;
const options = { connections: 16, seconds: 1, rounds: 3 };
const Form = Type.Object({ key: Type.String() });

/** A sign-up (pending contact, consent, confirmation e-mail, limits) compared with creating a contact by the API. */
export async function benchForms(): Promise<object[]> {
  return withEnvironment(async (environment) => {
    const server = await environment.serve({ TRUST_PROXY: "1" });
    const others = await Promise.all(
      Array.from({ length: companies - 1 }, (_, n) => createBenchCompany(environment.url, `Bench${n}`)),
    );
    const all = [environment.company, ...others];
    const targets = await Promise.all(all.map(async (own) => ({ own, key: await createForm(server, own) })));
    const targetAt = (index: number) => {
      const target = targets[index % companies];
      if (target === undefined) throw new Error("expected a company");
      return target;
    };
    const email = (side: string, index: number) => `${side}.${process.pid}.${performance.now()}.${index}@example.com`;
    const result = await compare(
      { ours: server, baseline: server },
      {
        ours: (index) => ({
          method: "POST",
          path: `/f/${targetAt(index).key}`,
          headers: {
            "Content-Type": "application/json",
            Accept: "application/json",
            "X-Forwarded-For": `10.${index % 250}.${Math.floor(index / 250) % 250}.${Math.floor(index / 62_500)}`,
          },
          body: JSON.stringify({ email: email("form", index), name: "Jana" }),
        }),
        baseline: (index) => {
          const { tenant, apiKey, purposeId } = targetAt(index).own;
          return {
            method: "POST",
            path: `/api/v1/tenants/${tenant}/contacts`,
            headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
            body: JSON.stringify({
              email: email("api", index),
              purposeId,
              consentConfirmed: true,
              firstName: "Jana",
            }),
          };
        },
      },
      options,
    );
    return [{ bench: "POST /f/{key} against POST /contacts", target: 0.3, ...result }];
  });
}

async function createForm({ port }: ServerProcess, { tenant, apiKey, shopId }: CreatedCompany): Promise<string> {
  const fields = [
    { key: "email", type: "email", label: "E-mail" },
    { key: "name", type: "text", label: "Name", target: "firstName" },
  ];
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/tenants/${tenant}/forms`, {
    method: "POST",
    headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Bench", shopId, listIds: [], purposeId: null, consentText: "Yes", fields }),
  });
  return Value.Parse(Form, await answer.json()).key;
}
