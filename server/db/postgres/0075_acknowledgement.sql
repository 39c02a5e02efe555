-- Who acknowledged an incident, and what they wrote. Null in incidents that were acknowledged before.
alter table incidents
  add column acknowledged_by text check (length(acknowledged_by) between 1 and 120),
  add column acknowledgement_note text check (length(acknowledgement_note) between 1 and 500);
