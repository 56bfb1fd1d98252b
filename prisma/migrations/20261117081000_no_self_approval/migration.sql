-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "no_self_approval" BOOLEAN NOT NULL DEFAULT false;
