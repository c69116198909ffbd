import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { company } from "../../tests/harness/factories/company.ts";
import { CompanyBatcher, Batcher, shareReads } from "./batcher.ts";
import type { TenantDb } from "./tenant.ts";

/** Resolves on request, and records the batches it was called with. */
function controlled(concurrency = 1) {
  const batches: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const onIdle = vi.fn();
  const batcher = new Batcher<number, number>(
    async (inputs) => {
      batches.push(inputs);
      await new Promise<void>((resolve) => ends.push(resolve));
      return inputs.map((input) => input * 10);
    },
    { concurrency, onIdle },
  );
  return { batches, batcher, onIdle, end: (index: number) => ends[index]?.() };
}

describe("calls", () => {
  it("that arrive together, or during a query, share a batch", async () => {
    const { batches, batcher, onIdle, end } = controlled();
    const first = [batcher.load(1), batcher.load(2)];
    await expect.poll(() => batches).toEqual([[1, 2]]);
    const later = [batcher.load(3), batcher.load(4)];
    end(0);
    expect(await Promise.all(first)).toEqual([10, 20]);
    await expect
      .poll(() => batches)
      .toEqual([
        [1, 2],
        [3, 4],
      ]);
    expect(onIdle).not.toHaveBeenCalled();
    end(1);
    expect(await Promise.all(later)).toEqual([30, 40]);
    await expect.poll(() => onIdle.mock.calls).toHaveLength(1);
  });

  it("run in as many concurrent batches as allowed", async () => {
    const { batches, batcher, end } = controlled(2);
    const answers = [batcher.load(1)];
    await expect.poll(() => batches).toEqual([[1]]);
    answers.push(batcher.load(2));
    await expect.poll(() => batches).toEqual([[1], [2]]);
    answers.push(batcher.load(3));
    end(1);
    await expect.poll(() => batches).toEqual([[1], [2], [3]]);
    end(0);
    end(2);
    expect(await Promise.all(answers)).toEqual([10, 20, 30]);
  });

  it("fail together, or one alone", async () => {
    const batcher = new Batcher<string, string>(
      async (inputs) => {
        if (inputs.includes("bad")) throw new Error("all of them");
        return inputs.map((input) => (input === "odd" ? Promise.reject(new Error("this one")) : input));
      },
      { concurrency: 1 },
    );
    expect(await Promise.allSettled([batcher.load("odd"), batcher.load("good")])).toEqual([
      { status: "rejected", reason: new Error("this one") },
      { status: "fulfilled", value: "good" },
    ]);
    expect(await Promise.allSettled([batcher.load("bad"), batcher.load("good")])).toEqual([
      { status: "rejected", reason: new Error("all of them") },
      { status: "rejected", reason: new Error("all of them") },
    ]);
    expect(await batcher.load("good")).toBe("good");
  });

  it("without a result are rejected", async () => {
    const batcher = new Batcher<string, string>(async () => [], { concurrency: 1 });
    await expect(batcher.load("one")).rejects.toThrow("the query returned fewer results than inputs");
  });
});

describe("a slow result", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it("delays the next batch by at most a second", async () => {
    const { batches, batcher, end } = controlled();
    const late = batcher.load(1);
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    while (batches.length === 0) await turn();
    const next = batcher.load(2);
    await vi.advanceTimersByTimeAsync(999);
    expect(batches).toEqual([[1]]);
    await vi.advanceTimersByTimeAsync(1);
    expect(batches).toEqual([[1], [2]]);
    end(1);
    expect(await next).toBe(20);
    end(0);
    expect(await late).toBe(10);
  });
});

describe("calls of companies", () => {
  const tenants: string[][] = [];
  const batcher = new CompanyBatcher<string, string>(async (db: TenantDb, inputs) => {
    tenants.push(inputs.map((input) => `${db.tenantId} ${input}`));
    return inputs;
  });

  it("are never mixed, and those inside a transaction are not batched", async () => {
    const [one, other] = [await company(), await company()];
    tenants.length = 0;
    await Promise.all([batcher.load(one.ctx.db, "a"), batcher.load(other.ctx.db, "b"), batcher.load(one.ctx.db, "c")]);
    expect(tenants).toHaveLength(2);
    expect(tenants).toContainEqual([`${one.tenantId} a`, `${one.tenantId} c`]);
    expect(tenants).toContainEqual([`${other.tenantId} b`]);
    tenants.length = 0;
    await one.ctx.db.transaction(async (db) => {
      const answers = [batcher.load(db, "d"), batcher.load(db, "e")];
      expect(tenants).toEqual([[`${one.tenantId} d`], [`${one.tenantId} e`]]);
      expect(await Promise.all(answers)).toEqual(["d", "e"]);
    });
  });
});

describe("shared reads", () => {
  it("are made once for concurrent calls of a company with the same input, and again for later ones", async () => {
    const [one, other] = [await company(), await company()];
    const made: string[] = [];
    const reads = shareReads(async ({ tenantId }: TenantDb, input: number) => {
      made.push(`${tenantId} ${input}`);
      if (input === 0) throw new Error("no such page");
      return { tenantId, input };
    });
    const [first, second] = [one.ctx.db, other.ctx.db];
    const answers = await Promise.allSettled([
      reads.load(first, 1),
      reads.load(first, 1),
      reads.load(first, 0),
      reads.load(second, 1),
    ]);
    const answerOf = (db: TenantDb) => ({ status: "fulfilled", value: { tenantId: db.tenantId, input: 1 } });
    const failed = { status: "rejected", reason: new Error("no such page") };
    expect(answers).toEqual([answerOf(first), answerOf(first), failed, answerOf(second)]);
    expect(made.toSorted()).toEqual([`${first.tenantId} 0`, `${first.tenantId} 1`, `${second.tenantId} 1`].toSorted());
    await reads.load(first, 1);
    expect(made).toHaveLength(4);
  });
});
