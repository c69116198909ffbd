-- A domain is throttled by what it replies to several different contacts, counted over all workers, until it accepts a
-- message again: `until` is the time of the next probe, null while the domain is not throttled.
alter table domain_throttle alter column until drop not null;
alter table domain_throttle
  add column reply text not null default '',
  add column refused_contacts bigint[] not null default '{}',
  add column refused_at timestamptz,
  add column lifted_at timestamptz;

-- The throttled domain that all messages of the batch wait for.
alter table send_batch add column waits_for text;
create index on send_batch (tenant_id, waits_for) where waits_for is not null;
