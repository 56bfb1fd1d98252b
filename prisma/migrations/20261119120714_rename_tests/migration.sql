-- AlterTable
ALTER TABLE "tests" ADD COLUMN     "same_as_id" BIGINT;

-- CreateIndex
CREATE INDEX "tests_same_as_idx" ON "tests"("same_as_id") WHERE (same_as_id IS NOT NULL);

-- AddForeignKey
ALTER TABLE "tests" ADD CONSTRAINT "tests_same_as_id_fkey" FOREIGN KEY ("same_as_id") REFERENCES "tests"("id") ON DELETE CASCADE ON UPDATE CASCADE;
