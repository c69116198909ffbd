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
-- Page and source of the visitor, as views are counted; sign-ups from before have no source.
alter table form_signup add column viewed_page text, add column source text;
update form_signup set viewed_page = left(case
    when page ~* '^https?://[^/?#]*/[^?#]*(@|%40)' then substring(page from '^https?://[^/?#]*') || '/'
    else substring(page from '^[^?#]*') end, 300)
where page is not null;
