-- A distributed database knows no unique value across companies, and no foreign key that empties a part of itself.
create table company_lookup (
  guid uuid primary key,
  tenant_id bigint not null
);
insert into company_lookup (guid, tenant_id) select guid, tenant_id from company;
alter table company drop constraint company_guid_key;

-- Deleting a contact empties these columns by hooks of their features.
alter table shop_order drop constraint shop_order_tenant_id_contact_id_fkey,
  add foreign key (tenant_id, contact_id) references contact;
alter table survey_response drop constraint survey_response_tenant_id_contact_id_fkey,
  add foreign key (tenant_id, contact_id) references contact;
alter table form_signup drop constraint form_signup_tenant_id_contact_id_fkey,
  add foreign key (tenant_id, contact_id) references contact;

-- Shops are never deleted. The file of a draft may expire: a draft is read without a file that is gone.
alter table import_draft drop constraint import_draft_tenant_id_shop_id_fkey,
  add foreign key (tenant_id, shop_id) references shop;
alter table import_draft drop constraint import_draft_tenant_id_file_id_fkey;
