-- slipway:no-transaction
-- Tasks are written meanwhile. An entry for a label that is being removed may stay; readers check the task.
INSERT INTO "task_labels" ("project_id", "label", "created_at", "task_id")
SELECT "project_id", unnest("labels"), "created_at", "id" FROM "tasks" WHERE "labels" <> '{}'
ON CONFLICT DO NOTHING;

DROP INDEX IF EXISTS "tasks_labels_idx";
