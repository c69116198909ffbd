-- Notifications, newest first, and the number of unread ones on every page.
create index on notification (tenant_id, at desc, id desc);
create index on notification (tenant_id) where read_at is null;
