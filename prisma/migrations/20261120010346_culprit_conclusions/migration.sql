-- CreateEnum
CREATE TYPE "culprit_conclusion" AS ENUM ('found', 'no_culprit', 'unsettled');

-- AlterTable
ALTER TABLE "culprit_searches" ADD COLUMN     "conclusion" "culprit_conclusion";
