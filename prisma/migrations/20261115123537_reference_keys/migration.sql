-- DropIndex
DROP INDEX "external_references_project_id_key_idx";

-- CreateTable
CREATE TABLE "reference_keys" (
    "reference_id" BIGINT NOT NULL,
    "key" TEXT NOT NULL,
    "project_id" INTEGER NOT NULL,

    CONSTRAINT "reference_keys_pkey" PRIMARY KEY ("reference_id","key")
);

-- CreateIndex
CREATE INDEX "reference_keys_project_id_key_reference_id_idx" ON "reference_keys"("project_id", "key", "reference_id");

-- AddForeignKey
ALTER TABLE "reference_keys" ADD CONSTRAINT "reference_keys_reference_id_fkey" FOREIGN KEY ("reference_id") REFERENCES "external_references"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Keys are compared in one form: that of canonicalKey in packages/domain/src/tracker-keys.ts.
INSERT INTO "reference_keys" ("reference_id", "key", "project_id")
SELECT "id",
  CASE WHEN "key" LIKE '%#%' THEN lower("key" COLLATE "C")
       WHEN "key" ~ '^[A-Za-z][A-Za-z0-9_]*-[0-9]+$' THEN upper("key" COLLATE "C")
       ELSE "key" END,
  "project_id"
FROM "external_references";

-- Mentions of Jira's and Linear's keys are in capitals already; those of GitHub's are as the text has them.
INSERT INTO "change_mentions" ("change_id", "key", "project_id")
SELECT "change_id", lower("key" COLLATE "C"), "project_id" FROM "change_mentions"
WHERE "key" LIKE '%#%' AND "key" <> lower("key" COLLATE "C")
ON CONFLICT DO NOTHING;
DELETE FROM "change_mentions" WHERE "key" LIKE '%#%' AND "key" <> lower("key" COLLATE "C");

INSERT INTO "task_mentions" ("task_id", "key", "project_id")
SELECT "task_id", lower("key" COLLATE "C"), "project_id" FROM "task_mentions"
WHERE "key" LIKE '%#%' AND "key" <> lower("key" COLLATE "C")
ON CONFLICT DO NOTHING;
DELETE FROM "task_mentions" WHERE "key" LIKE '%#%' AND "key" <> lower("key" COLLATE "C");
