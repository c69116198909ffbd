-- Suppressions are searched without regard to diacritics, like everything else.
drop index suppression_tenant_id_email_idx;
create index suppression_search on suppression using gin (tenant_id, fold(email) gin_trgm_ops);
