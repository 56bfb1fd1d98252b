-- AlterTable
ALTER TABLE "problem_builds" ADD COLUMN     "is_cause" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "problems" ADD COLUMN     "test_id" BIGINT;

-- CreateIndex
CREATE INDEX "problems_test_idx" ON "problems"("test_id") WHERE (test_id IS NOT NULL);

-- AddForeignKey
ALTER TABLE "problems" ADD CONSTRAINT "problems_test_id_fkey" FOREIGN KEY ("test_id") REFERENCES "tests"("id") ON DELETE SET NULL ON UPDATE CASCADE;
