import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { workerDatabase } from "../../tests/harness/servers/database.ts";
import { sourceFiles, textOf } from "../../tests/harness/source-files.ts";
import { exclusiveLock, sharedLock, takeKeyLocks, takeLock, takeSharedLock, tryLock } from "./locks.ts";

const key = () => randomBytes(8).toString("hex");

it("excludes another transaction until the first one ends", async () => {
  const { db } = await workerDatabase();
  const company = key();
  const order: string[] = [];
  let waiting: Promise<void> | undefined;
  await db.transaction(async (first) => {
    await takeLock(first, "signUps", company);
    waiting = db.transaction(async (second) => {
      await takeLock(second, "signUps", company);
      order.push("second");
    });
    await first.sql`select pg_sleep(0.05)`;
    order.push("first");
  });
  await waiting;
  expect(order).toEqual(["first", "second"]);
});

it("answers false for a lock that another transaction has", async () => {
  const { db } = await workerDatabase();
  const answers = await db.transaction(async (first) => {
    const own = await tryLock(first, "keyRotation");
    return [own, await db.transaction((second) => tryLock(second, "keyRotation"))];
  });
  expect(answers).toEqual([true, false]);
});

it("fails in tests for a lock out of order, and names both", async () => {
  const { db } = await workerDatabase();
  const company = key();
  const wrong = db.transaction(async (inner) => {
    await takeKeyLocks(inner, "address", [randomBytes(8)], sharedLock(inner.sql, "allAddresses", company));
    await takeLock(inner, "order", company, "1", "A");
  });
  await expect(wrong).rejects.toThrow("the lock order must be taken before address");
});

it("fails in tests for a second lock of the same name with another key", async () => {
  const { db } = await workerDatabase();
  const wrong = db.transaction(async (inner) => {
    await takeLock(inner, "couponStack", "1", "2");
    await takeLock(inner, "couponStack", "1", "1");
  });
  await expect(wrong).rejects.toThrow("the lock couponStack must be taken before couponStack");
});

it("fails in tests for a shared lock that becomes exclusive", async () => {
  const { db } = await workerDatabase();
  const company = key();
  const wrong = db.transaction(async (inner) => {
    await takeSharedLock(inner, "exportedFiles", company);
    await takeLock(inner, "exportedFiles", company);
  });
  await expect(wrong).rejects.toThrow("cannot become an exclusive one");
});

it("allows a lock that the transaction has", async () => {
  const { db } = await workerDatabase();
  const company = key();
  const taken = await db.transaction(async (inner) => {
    await inner.sql`select ${exclusiveLock(inner.sql, "allAddresses", company)}`;
    await takeLock(inner, "folderTree", company);
    await takeSharedLock(inner, "allAddresses", company);
    return true;
  });
  expect(taken).toBe(true);
});

it("is the only place of advisory locks but the migrations, whose lock outlives a transaction", () => {
  const places = sourceFiles.filter((file) => textOf(file).includes("pg_advisory"));
  expect(places).toEqual(["db/locks.ts", "db/migrate.ts"]);
});
