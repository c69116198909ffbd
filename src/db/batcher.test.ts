import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { company } from "../../tests/harness/factories/company.ts";
import { CompanyBatcher, Batcher } from "./batcher.ts";
import type { TenantDb } from "./tenant.ts";

/** Resolves when told to, and records the batches it was called with. */
function controlled(concurrency = 1) {
  const asked: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const onIdle = vi.fn();
  const gathering = new Batcher<number, number>(
    async (asks) => {
      asked.push(asks);
      await new Promise<void>((resolve) => ends.push(resolve));
      return asks.map((ask) => ask * 10);
    },
    { concurrency, onIdle },
  );
  return { asked, gathering, onIdle, end: (index: number) => ends[index]?.() };
}

describe("calls", () => {
  it("that arrive together, or during a query, share a batch", async () => {
    const { asked, gathering, onIdle, end } = controlled();
    const first = [gathering.load(1), gathering.load(2)];
    await vi.waitFor(() => expect(asked).toEqual([[1, 2]]));
    const later = [gathering.load(3), gathering.load(4)];
    end(0);
    expect(await Promise.all(first)).toEqual([10, 20]);
    await vi.waitFor(() =>
      expect(asked).toEqual([
        [1, 2],
        [3, 4],
      ]),
    );
    expect(onIdle).not.toHaveBeenCalled();
    end(1);
    expect(await Promise.all(later)).toEqual([30, 40]);
    await vi.waitFor(() => expect(onIdle).toHaveBeenCalledOnce());
  });

  it("run in as many concurrent batches as allowed", async () => {
    const { asked, gathering, end } = controlled(2);
    const answers = [gathering.load(1)];
    await vi.waitFor(() => expect(asked).toEqual([[1]]));
    answers.push(gathering.load(2));
    await vi.waitFor(() => expect(asked).toEqual([[1], [2]]));
    answers.push(gathering.load(3));
    end(1);
    await vi.waitFor(() => expect(asked).toEqual([[1], [2], [3]]));
    end(0);
    end(2);
    expect(await Promise.all(answers)).toEqual([10, 20, 30]);
  });

  it("fail together, or one alone", async () => {
    const gathering = new Batcher<string, string>(
      async (asks) => {
        if (asks.includes("bad")) throw new Error("all of them");
        return asks.map((ask) => (ask === "odd" ? Promise.reject(new Error("this one")) : ask));
      },
      { concurrency: 1 },
    );
    expect(await Promise.allSettled([gathering.load("odd"), gathering.load("good")])).toEqual([
      { status: "rejected", reason: new Error("this one") },
      { status: "fulfilled", value: "good" },
    ]);
    expect(await Promise.allSettled([gathering.load("bad"), gathering.load("good")])).toEqual([
      { status: "rejected", reason: new Error("all of them") },
      { status: "rejected", reason: new Error("all of them") },
    ]);
    expect(await gathering.load("good")).toBe("good");
  });

  it("without a result are rejected", async () => {
    const gathering = new Batcher<string, string>(async () => [], { concurrency: 1 });
    await expect(gathering.load("one")).rejects.toThrow("the query returned fewer results than inputs");
  });
});

describe("a slow result", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it("delays the next batch by at most a second", async () => {
    const { asked, gathering, end } = controlled();
    const late = gathering.load(1);
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    while (asked.length === 0) await turn();
    const next = gathering.load(2);
    await vi.advanceTimersByTimeAsync(999);
    expect(asked).toEqual([[1]]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual([[1], [2]]);
    end(1);
    expect(await next).toBe(20);
    end(0);
    expect(await late).toBe(10);
  });
});

describe("calls of companies", () => {
  const tenants: string[][] = [];
  const gathering = new CompanyBatcher<string, string>(async (db: TenantDb, asks) => {
    tenants.push(asks.map((ask) => `${db.tenantId} ${ask}`));
    return asks;
  });

  it("are never mixed, and those inside a transaction are not batched", async () => {
    const [one, other] = [await company(), await company()];
    tenants.length = 0;
    await Promise.all([
      gathering.load(one.ctx.db, "a"),
      gathering.load(other.ctx.db, "b"),
      gathering.load(one.ctx.db, "c"),
    ]);
    expect(tenants).toHaveLength(2);
    expect(tenants).toContainEqual([`${one.tenantId} a`, `${one.tenantId} c`]);
    expect(tenants).toContainEqual([`${other.tenantId} b`]);
    tenants.length = 0;
    await one.ctx.db.transaction(async (db) => {
      const answers = [gathering.load(db, "d"), gathering.load(db, "e")];
      expect(tenants).toEqual([[`${one.tenantId} d`], [`${one.tenantId} e`]]);
      expect(await Promise.all(answers)).toEqual(["d", "e"]);
    });
  });
});
