-- A segment is updated at its creation for the first time.
update segment set updated_at = created_at where updated_at is null;
alter table segment alter column updated_at set not null;

alter table contact_export
  add column delimiter text not null default ',' check (delimiter in (',', ';', E'\t')),
  add column bom boolean not null default false;
