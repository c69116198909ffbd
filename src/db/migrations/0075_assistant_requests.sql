-- never: assistants do not send; approval: a member approves each sending; token: a confirm token is enough.
alter table company add column assistant_sending text not null default 'token'
  check (assistant_sending in ('never', 'approval', 'token'));

-- The assistant of the writing transaction, {client, memberId}; null for everybody else. See src/journal/README.md.
alter table journal add column assistant jsonb
  default nullif(current_setting('postrider.assistant', true), '')::jsonb;

-- The same for long work, whose steps are transactions of the worker.
alter table background_action add column assistant jsonb
  default nullif(current_setting('postrider.assistant', true), '')::jsonb;

create index journal_campaign_changed on journal (tenant_id, (payload->>'campaignId'), at, id)
  where type = 'campaign_changed';

-- A sending operation of an assistant that waits for a member.
create table assistant_request (
  tenant_id bigint not null references company,
  id bigint generated always as identity,
  -- The grant or API key, as in mcp_confirmation.
  holder text not null,
  member_id bigint not null,
  client text not null,
  operation text not null,
  input jsonb not null,
  preview jsonb not null,
  warnings jsonb not null,
  -- The state that the preview showed.
  snapshot jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined', 'outdated')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint,
  primary key (tenant_id, id)
);
create index on assistant_request (tenant_id, created_at desc, id desc);
create index on assistant_request (created_at);
