-- What the editor of a form works on until it is published; the form itself stays as visitors see it.
create table form_draft (
  tenant_id bigint not null,
  form_id bigint not null,
  -- Higher with each save, so that of two editors the later one notices the other.
  revision int not null,
  content jsonb not null,
  -- The form as it was when the draft was begun: where it differs from the form, the draft is out of date.
  base jsonb not null,
  author_id bigint,
  updated_at timestamptz not null,
  primary key (tenant_id, form_id)
);
select distribute_company_table('form_draft');
alter table form_draft add foreign key (tenant_id, form_id) references form on delete cascade;
-- The revision of the form's last draft, also of one that was published or discarded: no revision is given twice.
alter table form add column draft_revision int not null default 0;
