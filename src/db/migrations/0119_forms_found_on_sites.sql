-- Forms whose own codes the last check found in a page of the shop.
alter table site_settings add column found_form_ids bigint[] not null default '{}';
