-- CreateTable
CREATE TABLE "feed_links" (
    "id" UUID NOT NULL,
    "project_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "feed_links_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "feed_links_user_id_idx" ON "feed_links"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "feed_links_project_id_user_id_key" ON "feed_links"("project_id", "user_id");

-- AddForeignKey
ALTER TABLE "feed_links" ADD CONSTRAINT "feed_links_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "feed_links" ADD CONSTRAINT "feed_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Invitations whose sender is no owner any more: from now on they end with the ownership.
DELETE FROM "invitations" i
WHERE i."accepted_at" IS NULL
  AND NOT EXISTS (
    SELECT FROM "account_memberships" m
    WHERE m."account_id" = i."account_id" AND m."user_id" = i."invited_by_id" AND m."role" = 'owner');
