-- AlterTable
ALTER TABLE "build_runs" ADD COLUMN     "expected_suites" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "max_flaky_failures" INTEGER NOT NULL DEFAULT 20,
ADD COLUMN     "unmuted_branches" TEXT[] DEFAULT ARRAY[]::TEXT[];
