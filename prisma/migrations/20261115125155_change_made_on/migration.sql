-- AlterTable
ALTER TABLE "changes" ADD COLUMN     "made_on" TEXT NOT NULL DEFAULT '';
