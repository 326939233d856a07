-- On Citus, the trigger runs on a shard of the table, and lists its activities in the shard beside it.
CREATE OR REPLACE FUNCTION list_unsealed_activities() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_shard text;
BEGIN
  IF TG_TABLE_NAME = 'activities' THEN
    INSERT INTO unsealed_activities (organization_id, id, count, ids)
    SELECT organization_id, (array_agg(id ORDER BY id))[1], count(*), array_agg(id ORDER BY id) FROM recorded GROUP BY organization_id;
    RETURN NULL;
  END IF;
  EXECUTE 'SELECT ''unsealed_activities_'' || u.shardid FROM pg_dist_shard a JOIN pg_dist_shard u USING (shardminvalue)
    WHERE a.shardid = $1 AND u.logicalrelid = ''unsealed_activities''::regclass'
  INTO STRICT v_shard USING substring(TG_TABLE_NAME FROM '\d+$')::bigint;
  EXECUTE format('INSERT INTO %I (organization_id, id, count, ids)
    SELECT organization_id, (array_agg(id ORDER BY id))[1], count(*), array_agg(id ORDER BY id) FROM recorded GROUP BY organization_id', v_shard);
  RETURN NULL;
END
$$;
