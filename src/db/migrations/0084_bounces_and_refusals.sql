-- Which suppression of its contact a bounce caused or confirmed: equal to contact.suppressed_at while that one lasts. Times of
-- different readings of the clock are not compared.
alter table message add column suppression_at timestamptz;

-- Bounces recorded so far have a suppression a few milliseconds later than themselves. A bounce within the minute before the
-- suppression caused it; hard bounces since then confirmed it.
update message m set suppression_at = c.suppressed_at
from contact c
where c.tenant_id = m.tenant_id and c.id = m.contact_id and c.status = 'bounced' and c.suppression_reason = 'bounced'
  and m.bounced_at >= c.suppressed_at - interval '1 minute' and m.reason is distinct from 'policy'
  and (m.state = 'hardbounced' or m.state = 'softbounced' and m.bounced_at <= c.suppressed_at)
  and exists (
    select from message o where o.tenant_id = m.tenant_id and o.contact_id = m.contact_id
      and o.bounced_at between c.suppressed_at - interval '1 minute' and c.suppressed_at);

-- Refusals that were queued again without restoring the contact.
update message m set suppression_at = c.suppressed_at
from contact c
where c.tenant_id = m.tenant_id and c.id = m.contact_id and c.status = 'bounced' and c.suppression_reason = 'bounced'
  and m.state in ('queued', 'skipped') and m.bounced_at is null
  and exists (
    select from journal j where j.tenant_id = m.tenant_id and j.contact_id = m.contact_id and j.type = 'email_requeued'
      and j.payload->>'campaignId' = m.source_id::text
      and j.at between c.suppressed_at - interval '1 minute' and c.suppressed_at);

-- Permanent refusals at the hand-over of one class per variant, while they outnumber what the relay accepts. Read and written
-- by all workers, only when a message was refused.
create table refusal_streak (
  tenant_id bigint not null,
  source_id bigint not null,
  variant_id bigint not null,
  refusal_class text not null,
  -- Refusals, and refusals less twice the accepted messages, since that was above 0.
  refused int not null,
  score int not null,
  -- Twice the refusals less the accepted messages; above 0 since started_at, the streak ends at 0.
  start_score int not null,
  -- Messages of the variant that the relay had accepted when the score was computed.
  accepted bigint not null,
  -- Of the last refusals: hash of the domain and hash of the reply's wording.
  samples text[] not null,
  started_at timestamptz not null,
  updated_at timestamptz not null,
  -- The relay rejects the sender: the refusals are taken back and the source is paused.
  is_stopping boolean not null default false,
  is_paused boolean not null default false,
  primary key (tenant_id, source_id, variant_id, refusal_class)
);
select distribute_company_table('refusal_streak');
