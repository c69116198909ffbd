import { setImmediate as nextTurn } from "node:timers/promises";
import { only } from "./rows.ts";
import type { TenantDb } from "./tenant.ts";

/** One for each question, in their order; one that is still a promise may fail by itself. */
type Answers<Answer> = Promise<readonly (Answer | Promise<Answer>)[]>;

type Waiting<Ask, Answer> = {
  readonly ask: Ask;
  readonly resolve: (answer: Answer | Promise<Answer>) => void;
  readonly reject: (error: unknown) => void;
};

type Options = {
  /** Statements under way at the same time. */
  readonly atOnce: number;
  /** Called when nobody is left to be answered. */
  readonly onIdle?: () => void;
};

/** Whoever is answered late holds up nobody else for longer than this. */
const patienceMs = 1000;
const most = 50;

/**
 * Questions that come while others are being answered wait, and share the next statement: many at once then cost hardly
 * more than one. A question is only ever answered by a statement that began after it was asked.
 */
export class Gathering<Ask, Answer> {
  readonly #answer: (asks: readonly Ask[]) => Answers<Answer>;
  readonly #options: Options;
  readonly #waiting: Waiting<Ask, Answer>[] = [];
  #answering = 0;

  constructor(answer: (asks: readonly Ask[]) => Answers<Answer>, options: Options) {
    this.#answer = answer;
    this.#options = options;
  }

  ask(ask: Ask): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ask, resolve, reject });
      if (this.#answering < this.#options.atOnce) void this.#serve();
    });
  }

  async #serve(): Promise<void> {
    this.#answering += 1;
    // What came by the network at the same time is asked at the same time.
    await nextTurn();
    while (this.#waiting.length > 0) await noLongerThan(patienceMs, this.#answerTo(this.#waiting.splice(0, most)));
    this.#answering -= 1;
    if (this.#answering === 0) this.#options.onIdle?.();
  }

  async #answerTo(asking: readonly Waiting<Ask, Answer>[]): Promise<void> {
    try {
      const answers = await this.#answer(asking.map(({ ask }) => ask));
      if (answers.length !== asking.length) throw new Error("not every question was answered");
      for (const [index, answer] of answers.entries()) asking[index]?.resolve(answer);
    } catch (error) {
      for (const { reject } of asking) reject(error);
    }
  }
}

/** Questions of each company on its own. Those of a transaction see what nobody else sees, and are asked by themselves. */
export class CompanyGathering<Ask, Answer> {
  readonly #answer: (db: TenantDb, asks: readonly Ask[]) => Answers<Answer>;
  readonly #byPool = new WeakMap<object, Map<string, Gathering<Ask, Answer>>>();

  constructor(answer: (db: TenantDb, asks: readonly Ask[]) => Answers<Answer>) {
    this.#answer = answer;
  }

  async ask(db: TenantDb, ask: Ask): Promise<Answer> {
    const { pool } = db;
    return pool === undefined ? only(await this.#answer(db, [ask])) : this.#gatheringOn(pool, db).ask(ask);
  }

  #gatheringOn(pool: object, db: TenantDb): Gathering<Ask, Answer> {
    const { tenantId } = db;
    const answer = (asks: readonly Ask[]) => this.#answer(db, asks);
    const companies = this.#byPool.get(pool) ?? new Map<string, Gathering<Ask, Answer>>();
    this.#byPool.set(pool, companies);
    const gathering =
      companies.get(tenantId) ?? new Gathering(answer, { atOnce: 2, onIdle: () => companies.delete(tenantId) });
    companies.set(tenantId, gathering);
    return gathering;
  }
}

function noLongerThan(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
