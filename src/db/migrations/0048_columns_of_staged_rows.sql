-- The columns that the lines of a batch have; null for batches staged before, which have the mapped fields only.
alter table import_batch add column columns text[];
