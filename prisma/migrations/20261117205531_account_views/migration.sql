-- Views of the lists across all projects of an account.
-- AlterTable
ALTER TABLE "saved_views" ADD COLUMN     "account_id" INTEGER,
ALTER COLUMN "project_id" DROP NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "saved_views_account_id_user_id_list_name_key" ON "saved_views"("account_id", "user_id", "list", "name");

-- AddForeignKey
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The previous release writes views of projects only, so its rows pass.
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_one_place_check" CHECK (num_nonnulls("project_id", "account_id") = 1);
