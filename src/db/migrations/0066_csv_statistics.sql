-- Members of a list by the time they were added, for the CSV file of a list.
create index list_member_added on list_member (tenant_id, list_id, added_at, contact_id);

-- What was sent of a campaign or of an e-mail of an automation, by time. One entry stands for many messages.
create index journal_sent on journal (tenant_id, (payload->>'campaignId'), at, id)
  where type in ('email_sent', 'emails_sent');
