-- Long actions are claimed like other work (docs/decisions/0003). Earlier versions run them by jobs of the queue and write
-- `stepped_at`, which a later release drops.
alter table background_action
  add column lease_until timestamptz,
  add column fence int not null default 0,
  -- Failed attempts in a row.
  add column failures int not null default 0,
  -- When it may run next, and its place among the actions of its company.
  add column due_at timestamptz not null default '-infinity';

-- Jobs have no priorities any more.
alter table sent_job alter column priority set default 0;
