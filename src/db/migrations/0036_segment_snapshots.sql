-- Each member that a snapshot took was looked up twice and locked, which was two thirds of the time. Deleting a contact or a
-- segment deletes the rows in the same statement or transaction; one that is written at that very moment is nobody's (readers ask
-- for contacts) and goes at night.
alter table segment_member drop constraint segment_member_tenant_id_contact_id_fkey;
alter table segment_member drop constraint segment_member_tenant_id_segment_id_fkey;

alter table segment
  -- When `matched` and `mailable` were counted; a static segment keeps its members meanwhile (`computed_at`).
  add column counted_at timestamptz,
  -- When somebody was asked to count them.
  add column count_asked_at timestamptz,
  -- The long work that takes the snapshot, and how often a snapshot was asked for: who asks while it runs gets a later one.
  add column job_id bigint,
  add column snapshot_asks int not null default 0;
update segment set counted_at = computed_at;
