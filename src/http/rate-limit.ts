import type { ApiLimits } from "./queries.ts";
import { rateLimited, type ApiError } from "../kernel/errors.ts";

type BucketLevels = { tokens: number; dayTokens: number };
type Bucket = { name: "per-second" | "daily-limit"; limit: number; perSecond: number; tokens: number };

function toBuckets(levels: BucketLevels, limits: ApiLimits): [Bucket, Bucket] {
  return [
    { name: "per-second", limit: limits.burst, perSecond: limits.perSecond, tokens: levels.tokens },
    { name: "daily-limit", limit: limits.perDay, perSecond: limits.perDay / 86_400, tokens: levels.dayTokens },
  ];
}

/** The bucket with the smaller share left; the headers of part 8 describe it. */
function nearestToEmpty(levels: BucketLevels, limits: ApiLimits): Bucket {
  const [second, day] = toBuckets(levels, limits);
  return day.tokens / day.limit < second.tokens / second.limit ? day : second;
}

export function rateHeaders(levels: BucketLevels, limits: ApiLimits, now: Date): Record<string, string> {
  const bucket = nearestToEmpty(levels, limits);
  const secondsToFull = (bucket.limit - bucket.tokens) / bucket.perSecond;
  return {
    "X-RateLimit-Limit": String(bucket.limit),
    "X-RateLimit-Remaining": String(Math.max(0, Math.floor(bucket.tokens))),
    "X-RateLimit-Reset": String(Math.ceil(now.getTime() / 1000 + secondsToFull)),
  };
}

export function rateLimitError(levels: BucketLevels, limits: ApiLimits): ApiError {
  const [second, day] = toBuckets(levels, limits);
  const bucket = day.tokens < 1 ? day : second;
  return rateLimited(bucket.name, Math.max(1, Math.ceil((1 - bucket.tokens) / bucket.perSecond)));
}
