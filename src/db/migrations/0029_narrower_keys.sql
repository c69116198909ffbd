-- Consents and their proofs are always asked for by their contact: one index instead of two.
alter table consent drop constraint consent_pkey;
drop index consent_contact;
alter table consent add primary key (tenant_id, contact_id, purpose_id, id);
alter table consent_event drop constraint consent_event_pkey;
drop index consent_event_contact;
alter table consent_event add primary key (tenant_id, contact_id, id);
