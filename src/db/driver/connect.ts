import { parseTarget } from "./target.ts";
import { Pool } from "./pool.ts";
import type { ReservedSql } from "./reservation.ts";
import { createTag, type SqlTag } from "./tag.ts";

/** A pool of connections. */
export type Sql = SqlTag & {
  reserve(): Promise<ReservedSql>;
  begin<Result>(run: (sql: SqlTag) => Promise<Result>): Promise<Result>;
  /** Waits for what runs, at most `timeout` seconds; then ends it. */
  end(options?: { readonly timeout?: number }): Promise<void>;
};

type PoolOptions = {
  readonly max: number;
  readonly connectTimeoutS: number;
  readonly session: Readonly<Record<string, string | number>>;
};

export function openConnections(url: string, { max, connectTimeoutS, session }: PoolOptions): Sql {
  const { address, target } = parseTarget(url);
  const pool = new Pool({ url: address, target, connectTimeoutS, session }, max);
  return Object.assign(createTag(pool), {
    reserve: () => pool.reserve(),
    begin: <Result>(run: (sql: SqlTag) => Promise<Result>) => begin(pool, run),
    end: ({ timeout }: { readonly timeout?: number } = {}) =>
      pool.end(timeout === undefined ? undefined : timeout * 1000),
  });
}

async function begin<Result>(pool: Pool, run: (sql: SqlTag) => Promise<Result>): Promise<Result> {
  const connection = await pool.reserve();
  try {
    await connection`begin`;
    const result = await run(connection);
    await connection.commit();
    return result;
  } catch (error) {
    await connection.rollBack();
    throw error;
  }
}
