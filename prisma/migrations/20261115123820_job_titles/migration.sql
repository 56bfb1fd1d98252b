-- AlterTable
ALTER TABLE "build_runs" ADD COLUMN     "job_title" TEXT NOT NULL DEFAULT '';
