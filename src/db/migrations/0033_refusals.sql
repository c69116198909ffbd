-- Suppressions are searched without regard to diacritics, like everything else.
drop index suppression_tenant_id_email_idx;
create index suppression_search on suppression using gin (tenant_id, fold(email) gin_trgm_ops);

-- What a person refused, or never confirmed, outlives their contact as a fingerprint: when the address comes back, the
-- contact has it again and these rows go. A refusal of everything is a suppression and not here.
create table refusal (
  tenant_id bigint not null references company,
  fingerprint bytea not null,
  kind text not null check (kind in ('purpose', 'list', 'confirmation')),
  -- The purpose or the list; 0 for a confirmation, which is of the contact as a whole.
  object_id bigint not null,
  at timestamptz not null,
  primary key (tenant_id, fingerprint, kind, object_id)
);
