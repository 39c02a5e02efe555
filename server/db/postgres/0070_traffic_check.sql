-- What traffic says about an outage was stored as "witness", and its verdict for want of visitors as "too_little": the API now
-- says "traffic_check" and "inconclusive". An earlier release that still runs beside this one reads null here, which its answers
-- allow; what it measures meanwhile shows a null traffic_check until the incident is measured again.
alter table incidents disable trigger incidents_live;
update incidents set impact = (impact - 'witness') || jsonb_build_object('traffic_check',
  case when impact -> 'witness' ->> 'verdict' = 'too_little'
    then jsonb_set(impact -> 'witness', '{verdict}', '"inconclusive"') else impact -> 'witness' end)
where impact ? 'witness';
alter table incidents enable trigger incidents_live;
