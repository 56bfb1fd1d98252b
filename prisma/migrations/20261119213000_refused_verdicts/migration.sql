-- AlterEnum
ALTER TYPE "finding_verdict" RENAME VALUE 'cause' TO 'confirmed';
ALTER TYPE "finding_verdict" ADD VALUE 'refused' AFTER 'confirmed';

-- AlterTable
ALTER TABLE "build_verdicts" ADD COLUMN "refused_lines" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN "refused_hashes" BIGINT[] DEFAULT ARRAY[]::BIGINT[];
UPDATE "build_verdicts" SET "refused_hashes" = ARRAY["refused_hash"] WHERE "refused_hash" IS NOT NULL;
ALTER TABLE "build_verdicts" DROP COLUMN "refused_hash";
