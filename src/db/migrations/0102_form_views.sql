-- How often a form was seen, by the company's day, the page and where the visitor came from. No row tells of a person.
create table form_view (
  tenant_id bigint not null,
  form_id bigint not null,
  day date not null,
  -- Without its query; empty for all pages and sources beyond the limit of a day.
  page text not null,
  source text not null,
  views int not null,
  primary key (tenant_id, form_id, day, page, source)
);
select distribute_company_table('form_view');
alter table form_view add foreign key (tenant_id, form_id) references form on delete cascade;
-- Where the visitor came from, as views are counted; null for sign-ups from before.
alter table form_signup add column source text;
