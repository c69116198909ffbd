-- Each message that is written looked up its contact and locked it. Deleting a contact deletes its messages in the same
-- statement (dropBelongings); one that is written at that very moment goes when its campaign is over.
alter table campaign_message drop constraint campaign_message_tenant_id_contact_id_fkey;
alter table contact_mail drop constraint contact_mail_tenant_id_contact_id_fkey;

-- The order in which the journal is read tells its entries apart as well: one index instead of two.
alter table journal drop constraint journal_pkey;
drop index journal_tenant_id_tx_id_idx;
alter table journal add primary key (tenant_id, tx, id, at);
