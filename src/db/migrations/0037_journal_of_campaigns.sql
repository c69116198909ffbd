-- Read from its end all the same. New entries then come at the end of their campaign's, where there is room, and not before all
-- of them: 2 µs an entry less.
drop index journal_campaign;
create index journal_campaign on journal (tenant_id, (payload->>'campaignId'), at, id)
  where type in ('email_opened', 'email_clicked', 'email_bounced', 'email_complained', 'unsubscribed', 'list_unsubscribed');
