-- AlterTable
ALTER TABLE "build_logs" ADD COLUMN     "final" BOOLEAN NOT NULL DEFAULT false;

-- What is known of builds that have ended came with their end.
UPDATE "build_logs" l SET "final" = true FROM "build_runs" b
WHERE b."id" = l."build_run_id" AND b."status" IN ('completed', 'failed', 'cancelled');

-- The weights of fields tell, after the attempt, whether they came with the end.
UPDATE "build_runs" b SET "told" = (
  SELECT jsonb_object_agg(key, jsonb_build_array(
    value->0, CASE WHEN b."status" IN ('completed', 'failed', 'cancelled') THEN 1 ELSE 0 END) || (value - 0))
  FROM jsonb_each(b."told"))
WHERE b."told" <> '{}';
