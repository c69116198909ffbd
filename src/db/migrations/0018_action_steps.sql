-- When the last step of long work began or ended: work that stands still lost its worker.
alter table background_action add column stepped_at timestamptz;
