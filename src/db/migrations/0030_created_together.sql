-- The status with which a contact came, where many came together and the journal tells of them by one entry.
alter table contact add column created_as text;

-- What a consent proves by itself: its giving is no event of its own where it came with its contact. What was agreed to,
-- how, where and when never changes in a consent.
alter table consent add column proof text check (proof in ('given', 'refused'));
