import { setImmediate as nextTurn } from "node:timers/promises";
import { singleRow } from "./rows.ts";
import type { TenantDb } from "./tenant.ts";

/** One result per input, in order; a result that is a promise may fail on its own. */
type BatchResults<Answer> = Promise<readonly (Answer | Promise<Answer>)[]>;

type QueuedCall<Input, Answer> = {
  readonly input: Input;
  readonly resolve: (answer: Answer | Promise<Answer>) => void;
  readonly reject: (error: unknown) => void;
};

type BatcherOptions = {
  /** Concurrent batches. */
  readonly concurrency: number;
  /** Called when the queue is empty and nothing runs. */
  readonly onIdle?: () => void;
};

/** A slow result delays the next batch by at most this long. */
const maxWaitMs = 1000;
const maxBatchSize = 50;

/**
 * Calls arriving during a query are batched into the next one, so that many cost hardly more than one. A batch
 * never uses data read before its calls arrived.
 */
export class Batcher<Input, Answer> {
  readonly #runBatch: (inputs: readonly Input[]) => BatchResults<Answer>;
  readonly #options: BatcherOptions;
  readonly #queue: QueuedCall<Input, Answer>[] = [];
  #runningCount = 0;

  constructor(answer: (inputs: readonly Input[]) => BatchResults<Answer>, options: BatcherOptions) {
    this.#runBatch = answer;
    this.#options = options;
  }

  load(input: Input): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ input, resolve, reject });
      if (this.#runningCount < this.#options.concurrency) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#runningCount += 1;
    // Requests that arrived in the same event loop turn share a batch.
    await nextTurn();
    while (this.#queue.length > 0) await waitAtMost(maxWaitMs, this.#settleBatch(this.#queue.splice(0, maxBatchSize)));
    this.#runningCount -= 1;
    if (this.#runningCount === 0) this.#options.onIdle?.();
  }

  async #settleBatch(batch: readonly QueuedCall<Input, Answer>[]): Promise<void> {
    try {
      const answers = await this.#runBatch(batch.map(({ input }) => input));
      if (answers.length !== batch.length) throw new Error("the query returned fewer results than inputs");
      for (const [index, answer] of answers.entries()) batch[index]?.resolve(answer);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

/** One batcher per company. Calls inside a transaction are not batched, because they see uncommitted rows. */
export class CompanyBatcher<Input, Answer> {
  readonly #runBatch: (db: TenantDb, inputs: readonly Input[]) => BatchResults<Answer>;
  readonly #byPool = new WeakMap<object, Map<string, Batcher<Input, Answer>>>();

  constructor(answer: (db: TenantDb, inputs: readonly Input[]) => BatchResults<Answer>) {
    this.#runBatch = answer;
  }

  async load(db: TenantDb, input: Input): Promise<Answer> {
    const { pool } = db;
    return pool === undefined ? singleRow(await this.#runBatch(db, [input])) : this.#batcherFor(pool, db).load(input);
  }

  #batcherFor(pool: object, db: TenantDb): Batcher<Input, Answer> {
    const { tenantId } = db;
    // A row of one call must not be written for the others.
    const shared = db.withRow(undefined);
    const answer = (inputs: readonly Input[]) => this.#runBatch(shared, inputs);
    const companies = this.#byPool.get(pool) ?? new Map<string, Batcher<Input, Answer>>();
    this.#byPool.set(pool, companies);
    const batcher =
      companies.get(tenantId) ?? new Batcher(answer, { concurrency: 2, onIdle: () => companies.delete(tenantId) });
    companies.set(tenantId, batcher);
    return batcher;
  }
}

/** Concurrent calls of a company with the same input share one read, which begins after they arrived. */
export const shareReads = <Input extends string | number, Answer>(
  read: (db: TenantDb, input: Input) => Promise<Answer>,
): CompanyBatcher<Input, Answer> =>
  new CompanyBatcher(async (db, inputs) => {
    const reads = new Map([...new Set(inputs)].map((input) => [input, read(db, input)]));
    await Promise.allSettled(reads.values());
    return inputs.map((input) => reads.get(input) ?? read(db, input));
  });

function waitAtMost(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
