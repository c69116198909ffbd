import type { Static, TObject } from "typebox";
import { Value } from "typebox/value";
import type { Context, Services, VisitorContext } from "./context.ts";
import { listEncryptedValues, type CompanyColumnName, type CompanyRow } from "./db/encrypted-column.ts";
import type { Database, SystemDb, TenantDb } from "./db/tenant.ts";
import type { ActionRunner } from "./jobs/actions.ts";
import type { Job } from "./jobs/job.ts";
import type { WorkSignals } from "./jobs/work-signal.ts";
import type { JournalListener } from "./journal/listener.ts";
import { decrypt, encrypt, type DataKey } from "./kernel/encryption.ts";
import type { HandlersOf, Routes } from "./kernel/route.ts";
import type { Log } from "./log/log.ts";
import type { RelayPools } from "./mail/relay-pools.ts";
import type { Transport } from "./mail/transport.ts";
import type { DeliveryParts } from "./message-source.ts";
import type { HookImplementation } from "./hooks/hook-point.ts";

/**
 * A feature is described once, in its `feature.ts`, and listed once, in `registry/features.ts`. The registry, the HTTP server, the
 * worker, the queues, the journal cursors and erasure are functions of that list. Code is behind loaders, so that no
 * process loads what it does not run.
 */
export type Feature<Contracts extends ContractsByName = ContractsByName> = {
  readonly name: string;
  /** The tables that this feature alone writes. */
  readonly tables: readonly string[];
  readonly contracts: Contracts;
  /** One record of handlers for each contract, under the same name. */
  readonly handlers: () => Promise<{ readonly handlers: HandlersByName<Contracts> }>;
  readonly background?: () => Promise<{ readonly background: BackgroundParts }>;
  /** What the feature does at the hooks of features before it. */
  readonly hooks?: () => Promise<{ readonly hooks: readonly HookImplementation[] }>;
};

export type ContractsByName = Readonly<Record<string, Routes>>;

type HandlersByName<Contracts extends ContractsByName> = {
  readonly [Name in keyof Contracts]: HandlersOf<ContextOf<Contracts[Name]>, Contracts[Name]["records"]>;
};

type ContextOf<Contract extends Routes> = Contract["caller"] extends "visitor" ? VisitorContext : Context;

/** A missing, misspelt or superfluous handler does not compile. */
export const defineFeature = <const Contracts extends ContractsByName>(
  feature: Feature<Contracts>,
): Feature<Contracts> => feature;

/** For a feature that others use and that has no operations of its own. */
export const noRoutes = { contracts: {}, handlers: async () => ({ handlers: {} }) } as const;

/** Dependencies of the background parts of all features. */
export type Worker = Services & {
  readonly db: Database;
  readonly log: Log;
  readonly transport: Transport;
  /** Relays that companies send over themselves. */
  readonly relayPools: RelayPools;
  readonly mailFrom: string;
  readonly operatorEmail: string | undefined;
  /** Host or mailbox of return paths (`mail/return-path.ts`), where the sender's domain has none of its own. */
  readonly bounceHost: string;
  /** Months of history that the journal keeps. */
  readonly journalMonths: number;
  /** Months that page visits and carts are kept. */
  readonly webEventMonths: number;
  /** How long opens and clicks wait for their verdict. */
  readonly verdictWaitMs: number;
  /** Pause between two runs of a webhook. */
  readonly webhookIntervalMs: number;
  readonly signals: WorkSignals;
  /** The context in which the service itself acts for a company. */
  contextOf(tenantId: string): Promise<Context>;
  /** Runs the work for the given companies, or for all; a failure in one is logged and does not stop the others. */
  forEachCompany(
    task: string,
    work: (tenantId: string) => Promise<unknown>,
    tenantIds?: readonly string[],
  ): Promise<void>;
};

export type BackgroundParts = Partial<DeliveryParts> & {
  readonly jobs?: readonly JobHandler[];
  readonly actions?: readonly ActionRunner[];
  readonly listeners?: readonly JournalListener<Worker>[];
  readonly nightly?: readonly NightlyTask[];
  readonly checks?: readonly ConsistencyCheck[];
  readonly encryptedColumns?: readonly EncryptedColumn[];
  /** Loops that run as long as the worker does, such as the delivery engine. */
  readonly loops?: readonly ((worker: Worker, parts: DeliveryParts) => Loop)[];
};

/** A value that the data key encrypts, with the id of its row. */
export type EncryptedValue = { readonly id: string; readonly bytes: Uint8Array };

export type EncryptedPage = { readonly keyId: Buffer; readonly after: string | null; readonly limit: number };

/** A column that a rotation of the data key encrypts again. */
export type EncryptedColumn = {
  readonly table: string;
  /** The values after `after` in a fixed order that do not start with `keyId`. */
  readonly list: (db: SystemDb, page: EncryptedPage) => Promise<readonly EncryptedValue[]>;
  readonly reencrypt: (dataKey: DataKey, value: EncryptedValue) => Uint8Array;
  /** False if the value has changed since it was listed. */
  readonly replace: (db: SystemDb, value: EncryptedValue, bytes: Uint8Array) => Promise<boolean>;
};

type CompanyColumn = CompanyColumnName & {
  readonly associatedDataOf: (tenantId: string) => string;
  readonly replace: (
    db: TenantDb,
    id: string,
    change: { readonly from: Uint8Array; readonly to: Uint8Array },
  ) => Promise<boolean>;
};

/** A column of a table of companies. The id of a value is `company/row`. */
export const encryptedCompanyColumn = ({ associatedDataOf, replace, ...name }: CompanyColumn): EncryptedColumn => ({
  table: name.table,
  list: async (db, { keyId, after, limit }) => {
    const rows = await listEncryptedValues(db, name, {
      keyId,
      after: after === null ? null : parseCompanyRow(after),
      limit,
    });
    return rows.map(({ tenantId, id, bytes }) => ({ id: `${tenantId}/${id}`, bytes }));
  },
  reencrypt: (dataKey, { id, bytes }) => {
    const associatedData = associatedDataOf(parseCompanyRow(id).tenantId);
    return encrypt(dataKey, associatedData, decrypt(dataKey, associatedData, bytes));
  },
  replace: (db, value, to) => {
    const { tenantId, id } = parseCompanyRow(value.id);
    return replace(db.forTenant(tenantId), id, { from: value.bytes, to });
  },
});

function parseCompanyRow(value: string): CompanyRow {
  const [tenantId = "", id = ""] = value.split("/");
  return { tenantId, id };
}

export type Loop = { start(): void; stop(): Promise<void> };

/** Joins a job with its handler; the payload is validated again when it comes back from the queue. */
export type JobHandler = { readonly job: Job; readonly run: (worker: Worker, payload: unknown) => Promise<void> };

export const handleJob = <Payload extends TObject>(
  job: Job<Payload>,
  run: (worker: Worker, payload: Static<Payload>) => Promise<void>,
): JobHandler => ({ job, run: (worker, payload) => run(worker, Value.Parse(job.payload, payload)) });

/** Runs every night for every company. */
export type NightlyTask = { readonly name: string; readonly run: (db: TenantDb, now: Date) => Promise<unknown> };

/** Runs after the nightly tasks. Differences between kept counters and counted rows are logged as an error. */
export type ConsistencyCheck = {
  readonly name: string;
  readonly findDifferences: (db: TenantDb, now: Date) => Promise<readonly unknown[]>;
};
