alter table import_problem
  -- What else is wrong with the row: [{column, code}].
  add column others jsonb;

-- The last row of it that was applied.
alter table import_batch add column applied_to int not null default 0;
