import { setImmediate as nextTurn } from "node:timers/promises";
import { singleRow } from "./rows.ts";
import type { TenantDb } from "./tenant.ts";

/** One for each question, in their order; one that is still a promise may fail by itself. */
type BatchResults<Answer> = Promise<readonly (Answer | Promise<Answer>)[]>;

type QueuedCall<Input, Answer> = {
  readonly input: Input;
  readonly resolve: (answer: Answer | Promise<Answer>) => void;
  readonly reject: (error: unknown) => void;
};

type BatcherOptions = {
  /** Statements under way at the same time. */
  readonly concurrency: number;
  /** Called when nobody is left to be answered. */
  readonly onIdle?: () => void;
};

/** Whoever is answered late holds up nobody else for longer than this. */
const maxWaitMs = 1000;
const maxBatchSize = 50;

/**
 * Questions that come while others are being answered wait, and share the next statement: many at once then cost hardly
 * more than one. A question is only ever answered by a statement that began after it was asked.
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
    // What came by the network at the same time is asked at the same time.
    await nextTurn();
    while (this.#queue.length > 0) await waitAtMost(maxWaitMs, this.#settleBatch(this.#queue.splice(0, maxBatchSize)));
    this.#runningCount -= 1;
    if (this.#runningCount === 0) this.#options.onIdle?.();
  }

  async #settleBatch(batch: readonly QueuedCall<Input, Answer>[]): Promise<void> {
    try {
      const answers = await this.#runBatch(batch.map(({ input }) => input));
      if (answers.length !== batch.length) throw new Error("not every question was answered");
      for (const [index, answer] of answers.entries()) batch[index]?.resolve(answer);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

/** Questions of each company on its own. Those of a transaction see what nobody else sees, and are asked by themselves. */
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
    const answer = (inputs: readonly Input[]) => this.#runBatch(db, inputs);
    const companies = this.#byPool.get(pool) ?? new Map<string, Batcher<Input, Answer>>();
    this.#byPool.set(pool, companies);
    const batcher =
      companies.get(tenantId) ?? new Batcher(answer, { concurrency: 2, onIdle: () => companies.delete(tenantId) });
    companies.set(tenantId, batcher);
    return batcher;
  }
}

function waitAtMost(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
