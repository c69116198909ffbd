-- Rows of an import that were imported without their invalid values; they are no rejected rows.
alter table import_problem add column is_imported boolean not null default false;
