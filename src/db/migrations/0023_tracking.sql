-- Which links of the message were followed, by number: when first and by whomever, how often by people, how often by
-- machines: {"3": {"at": "…", "clicks": 1, "machineClicks": 0}}. 0 is the link that no person can see. In the row that a
-- click changes anyway: a row of its own for each link would cost a click more than everything else together.
alter table campaign_message add column links jsonb;
