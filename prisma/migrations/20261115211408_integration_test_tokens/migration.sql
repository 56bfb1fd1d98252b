-- AlterTable
ALTER TABLE "integrations" ADD COLUMN     "test_token_hash" CHAR(64),
ADD COLUMN     "test_token_until" TIMESTAMPTZ(3);

-- CreateIndex
CREATE UNIQUE INDEX "integrations_test_token_hash_key" ON "integrations"("test_token_hash");
