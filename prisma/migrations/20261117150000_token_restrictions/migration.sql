-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "max_token_days" INTEGER;

-- AlterTable
ALTER TABLE "api_tokens" ADD COLUMN     "last_used_ip" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "networks" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "project_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "refused_at" TIMESTAMPTZ(3);
