-- DropIndex
DROP INDEX "ref_moves_commits_idx";

-- AlterTable
ALTER TABLE "ref_moves" ADD COLUMN     "mentions" TEXT[];

-- CreateIndex
CREATE INDEX "ref_moves_mentions_idx" ON "ref_moves" USING GIN ("mentions");
