alter table import_problem
  -- What else is wrong with the row: [{column, code}].
  add column others jsonb;
