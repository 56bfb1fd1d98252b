-- CreateEnum
CREATE TYPE "notification_jobs" AS ENUM ('main', 'all', 'matching');

-- AlterTable
ALTER TABLE "notification_deliveries" ADD COLUMN     "remote_place" TEXT;

-- CreateTable
CREATE TABLE "notification_filters" (
    "id" SERIAL NOT NULL,
    "project_id" INTEGER NOT NULL,
    "channel_id" UUID,
    "user_id" INTEGER,
    "jobs" "notification_jobs" NOT NULL DEFAULT 'main',
    "job_patterns" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "branch_patterns" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "problems" TEXT[] DEFAULT ARRAY['new', 'came_back', 'known']::TEXT[],
    "shipping_only" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "notification_filters_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "notification_filters_channel_id_key" ON "notification_filters"("channel_id");

-- CreateIndex
CREATE INDEX "notification_filters_project_id_idx" ON "notification_filters"("project_id");

-- CreateIndex
CREATE UNIQUE INDEX "notification_filters_user_id_project_id_key" ON "notification_filters"("user_id", "project_id");

-- AddForeignKey
ALTER TABLE "notification_filters" ADD CONSTRAINT "notification_filters_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_filters" ADD CONSTRAINT "notification_filters_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "notification_channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_filters" ADD CONSTRAINT "notification_filters_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
