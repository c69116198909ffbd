-- A throttle of a mail provider has the key `provider:google` or `provider:mx1.hoster.example`.
alter table domain_throttle
  -- The recipient domain that the reply came from.
  add column refused_domain text,
  -- Messages of a provider that deferred lately are counted until then, over all workers.
  add column paced_until timestamptz,
  -- The current minute, the messages claimed in it, and the most in an earlier one.
  add column minute_at timestamptz,
  add column minute_n int not null default 0,
  add column peak_n int not null default 0,
  -- The learned limit: messages a minute as of `limit_changed_at`, which it grows from; null without one.
  add column per_minute int,
  add column limit_changed_at timestamptz,
  add column limited_since timestamptz,
  -- The rate that was deferred first; the limit ends at twice as much.
  add column deferred_rate int;
