-- The arguments of a call that waits for approval may hold secrets: they are encrypted with the data key, and emptied once
-- the request is decided or expired. Requests that wait in clear are outdated, so that the assistant asks again.
alter table assistant_request add column call bytea, add column campaign_id text, alter column input drop not null;
update assistant_request set state = 'outdated', decided_at = now() where state = 'waiting';
update assistant_request set input = null;
