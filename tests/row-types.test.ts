import { expect, it } from "vitest";
import { connect } from "../src/db/client.ts";
import { recordStatements } from "./harness/row-types/calls.ts";
import { findWrongColumns, readServerTypes } from "./harness/row-types/compare.ts";
import { describeStatements } from "./harness/row-types/described.ts";
import { filesWithStatements, listTypedStatements, openProgram } from "./harness/row-types/program.ts";
import { workerDatabase } from "./harness/servers/database.ts";

/**
 * Columns that are never null for a reason that the server does not know. An entry that is no longer needed fails the test.
 */
const neverNull: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "backup/queries.ts": {
    bounds: "Every partition has bounds.",
    name: "A column of a view of the server.",
  },
  "doctor/queries.ts": {
    error: "The first element of an array of a group.",
  },
  "features/account/shops/queries.ts": {
    language: "The action is always requested with it.",
  },
  "features/automations/engine/claim.queries.ts": {
    arrivedAt: "A run that is due is at a node.",
    node: "A run that is due is at a node.",
  },
  "features/automations/engine/exits.queries.ts": {
    node: "A run that is due is at a node.",
  },
  "features/automations/engine/history.queries.ts": {
    node: "A run enters its first node when it is created.",
  },
  "features/automations/engine/waiting-runs.queries.ts": {
    arrivedAt: "A run that waits has arrived at its node.",
  },
  "features/automations/messages/content.queries.ts": {
    config: "Every node of a graph has it.",
  },
  "features/automations/unknown/queries.ts": {
    at: "A message whose outcome is unknown was tried.",
  },
  "features/campaigns/approvals/queries.ts": {
    requestedBy: "Memberships are ended, never deleted.",
  },
  "features/campaigns/history/queries.ts": {
    change: "A required field of the event.",
  },
  "features/campaigns/queries.ts": {
    isRelayDown: "An aggregate over the variants of a campaign, itself among them.",
    status: "An aggregate over the variants of a campaign, itself among them.",
  },
  "features/campaigns/transitions.queries.ts": {
    name: "The campaign of a variant exists.",
  },
  "features/campaigns/variants/queries.ts": {
    language: "A variant is created with its language.",
  },
  "features/contacts/fields/queries.ts": {
    fieldId: "The action is always requested with it.",
  },
  "features/content/templates/queries.ts": {
    publishedVersion: "Templates are created with a published version.",
  },
  "features/delivery/throttling.queries.ts": {
    until: "Written as a time.",
  },
  "features/events/feed/queries.ts": {
    database: "The current database exists, with migrations.",
    id: "Every server has it.",
  },
  "features/feeds/last-category.queries.ts": {
    category: "The condition excludes null.",
  },
  "features/forms/confirmation/queries.ts": {
    fingerprint: "Address and fingerprint are written and removed together.",
  },
  "features/forms/purge.queries.ts": {
    email: "An erased sign-up is not pending.",
    fingerprint: "An erased sign-up is not pending.",
  },
  "features/forms/confirmation-emails/bounces.queries.ts": {
    fingerprint: "Address and fingerprint are written and removed together.",
  },
  "features/forms/confirmation-emails/queries.ts": {
    fingerprint: "Address and fingerprint are written and removed together.",
  },
  "features/forms/unknown/queries.ts": {
    at: "An e-mail whose outcome is unknown was tried.",
  },
  "features/lists/queries.ts": {
    bucket: "Removed members, which have none, are excluded.",
  },
  "features/mcp/requests/queries.ts": {
    member: "Memberships are ended, never deleted.",
  },
  "features/orders/payments.queries.ts": {
    index: "A field of the JSON that the statement is given.",
  },
  "features/pages/surveys/queries.ts": {
    text: "The value of an answer is never null.",
  },
  "features/segments/members.queries.ts": {
    isWritten: "The part that is selected has one row.",
  },
  "features/web-tracking/visits/queries.ts": {
    shopId: "A field of the JSON that the statement is given.",
    visitor: "A field of the JSON that the statement is given.",
  },
  "features/statistics/automations/queries.ts": {
    node: "Every node of a graph has an id.",
  },
  "features/statistics/queries.ts": {
    status: "An aggregate over the variants of a campaign, itself among them.",
  },
  "features/tracking/queries.ts": {
    company: "The company of the handle exists.",
  },
  "features/webhook-endpoints/sending/outcomes.queries.ts": {
    failingSince: "Written as a time.",
  },
  "http/session-queries.ts": {
    isSeenStale: "A row is written only for a session that was found.",
  },
  "journal/audit-chain.ts": {
    deleted: "The function counts rows.",
    sealed: "The function counts rows.",
  },
  "journal/partitions.ts": {
    name: "The function returns the names of tables.",
  },
};

/** Statements whose rows are compared, of all that declare one; a lower number means that some are no longer found. */
const minCompared = 775;

it("declares the rows of statements as the server returns them", async () => {
  const { ownerUrl } = await workerDatabase();
  const sql = connect(ownerUrl, { max: 1 });
  const program = openProgram();
  try {
    const statements = listTypedStatements(program, filesWithStatements);
    const recorded = await recordStatements(program, sql, statements);
    const described = await describeStatements(sql, recorded);
    const types = await readServerTypes(sql);
    const wrong = described.flatMap((statement) => findWrongColumns(program.checker, types, statement));
    const excepted: Record<string, Record<string, string>> = {};
    const problems = new Set<string>();
    for (const { file, line, column, problem } of wrong) {
      const reason = neverNull[file]?.[column];
      if (reason !== undefined && problem.startsWith("may be null"))
        excepted[file] = { ...excepted[file], [column]: reason };
      else problems.add(`${file}:${line} ${column} ${problem}`);
    }
    const compared = new Set(described.map(({ statement }) => statement));
    expect([...problems]).toEqual([]);
    expect(excepted).toEqual(neverNull);
    expect(compared.size).toBeGreaterThanOrEqual(minCompared);
  } finally {
    program.close();
    await sql.end();
  }
}, 180_000);
