-- AlterTable
ALTER TABLE "jenkins_builds" ADD COLUMN     "asked_from" BIGINT;
