-- Every insert locked the rows of the company and the shop, which all events of a company share: concurrent inserts wrote a
-- multixact for each of them. The contact refers to the company, shops are never deleted and the service checks the shop.
alter table contact_event drop constraint contact_event_tenant_id_fkey;
alter table contact_event drop constraint contact_event_tenant_id_shop_id_fkey;
