import { onTestFinished } from "vitest";
import { noFaults, RecordingSink, type RelayFaults } from "../../crash/sink.ts";
import { company, type TestCompany } from "./company.ts";

/** A company whose connections may be on this machine. */
export const companyWithConnections = (env: Record<string, string> = {}): Promise<TestCompany> =>
  company({ MAIL_HOSTS_ALLOW_PRIVATE: "1", ...env });

/** A relay of this machine; it ends with the test. */
export async function aSink(faults: Partial<RelayFaults> = {}) {
  const sink = new RecordingSink();
  sink.faults = { ...noFaults, ...faults };
  const port = await sink.listen();
  onTestFinished(() => sink.close());
  return {
    sink,
    port,
    takenFor: (emails: readonly string[]) => sink.accepted.map(({ to }) => to).filter((to) => emails.includes(to)),
  };
}

let count = 0;

/** A connection to a relay of this machine, with a password. */
export const aConnection = ({ api }: TestCompany, port: number, fields: Record<string, unknown> = {}) =>
  api.ok("createConnection", {
    body: {
      name: `Connection ${(count += 1)}`,
      kind: "smtp",
      host: "127.0.0.1",
      port,
      security: "none",
      auth: "password",
      username: "user",
      secret: "password",
      ...fields,
    },
  });
