alter table company
  add column deletion_requested_at timestamptz,
  -- When the company and all its rows are deleted, unless the request is cancelled before.
  add column delete_after timestamptz,
  -- The state that a cancelled deletion returns to.
  add column state_before_deletion text,
  -- Why sending is suspended: complaints, bounces or operator.
  add column suspension_reason text,
  -- When the sending state last changed by a review, a suspension or a deletion.
  add column state_changed_at timestamptz,
  -- A cancelled plan of billing ends here.
  add column plan_ends_at timestamptz;
create index company_delete_after on company (delete_after) where delete_after is not null;
