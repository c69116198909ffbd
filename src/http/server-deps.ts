import type { Services } from "../context.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Database } from "../db/tenant.ts";
import type { Log } from "../log/log.ts";
import type { HourlyCounter } from "../kernel/hourly-counter.ts";
import type { RateLimitedKeys } from "./rate-limited-keys.ts";
import type { ApiLimits } from "./queries.ts";
import type { TrustedProxies } from "../config/trusted-proxies.ts";

export type ServerDeps = {
  readonly db: Database;
  readonly keys: RateLimitedKeys;
  /** The uses of each key from each address. */
  readonly keyUses: HourlyCounter;
  readonly clock: Clock;
  readonly services: Services;
  readonly limits: ApiLimits;
  readonly publicUrls: readonly string[];
  readonly trustProxy: TrustedProxies;
  readonly log: Log;
};
