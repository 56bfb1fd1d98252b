-- CreateEnum
CREATE TYPE "notification_channel_kind" AS ENUM ('email', 'slack_webhook', 'slack_bot', 'discord', 'teams', 'webhook');

-- CreateEnum
CREATE TYPE "notification_mail" AS ENUM ('immediate', 'digest', 'off');

-- CreateEnum
CREATE TYPE "notification_delivery_status" AS ENUM ('pending', 'sent', 'failed');

-- CreateTable
CREATE TABLE "notification_channels" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "kind" "notification_channel_kind" NOT NULL,
    "name" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "config" BYTEA NOT NULL,
    "paused_at" TIMESTAMPTZ(3),
    "pause_reason" TEXT,
    "paused_by_id" INTEGER,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "last_sent_at" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_id" UUID,
    "leased_until" TIMESTAMPTZ(3),
    "created_by_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notification_channels_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_rules" (
    "id" SERIAL NOT NULL,
    "project_id" INTEGER NOT NULL,
    "channel_id" UUID,
    "user_id" INTEGER,
    "event" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "threshold" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notification_rules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_preferences" (
    "user_id" INTEGER NOT NULL,
    "mail" "notification_mail" NOT NULL DEFAULT 'immediate',
    "timezone" TEXT NOT NULL,
    "quiet_from" SMALLINT,
    "quiet_until" SMALLINT,
    "digest_hour" SMALLINT NOT NULL DEFAULT 9,
    "next_digest_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notification_preferences_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "notifications" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "event" TEXT NOT NULL,
    "event_key" TEXT NOT NULL,
    "thread_key" TEXT NOT NULL,
    "build_run_id" BIGINT,
    "user_id" INTEGER,
    "channel_id" UUID,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "content" JSONB,
    "count" INTEGER NOT NULL DEFAULT 1,
    "release_at" TIMESTAMPTZ(3) NOT NULL,
    "released_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_deliveries" (
    "id" UUID NOT NULL,
    "notification_id" UUID NOT NULL,
    "channel_id" UUID NOT NULL,
    "project_id" INTEGER NOT NULL,
    "status" "notification_delivery_status" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_status" INTEGER,
    "last_error" TEXT,
    "remote_id" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "replayed_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notification_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inbox_items" (
    "id" BIGSERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "notification_id" UUID NOT NULL,
    "project_id" INTEGER NOT NULL,
    "read_at" TIMESTAMPTZ(3),
    "in_digest" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inbox_items_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "notification_channels_project_id_created_at_idx" ON "notification_channels"("project_id", "created_at");

-- CreateIndex
CREATE INDEX "notification_rules_project_id_event_idx" ON "notification_rules"("project_id", "event");

-- CreateIndex
CREATE UNIQUE INDEX "notification_rules_channel_id_event_key" ON "notification_rules"("channel_id", "event");

-- CreateIndex
CREATE UNIQUE INDEX "notification_rules_user_id_project_id_event_key" ON "notification_rules"("user_id", "project_id", "event");

-- CreateIndex
CREATE INDEX "notification_preferences_digest_idx" ON "notification_preferences"("next_digest_at") WHERE (next_digest_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "notifications_project_id_thread_key_idx" ON "notifications"("project_id", "thread_key");

-- CreateIndex
CREATE INDEX "notifications_waiting_for_build_idx" ON "notifications"("build_run_id") WHERE (released_at IS NULL);

-- CreateIndex
CREATE INDEX "notifications_unreleased_idx" ON "notifications"("release_at") WHERE (released_at IS NULL);

-- CreateIndex
CREATE INDEX "notifications_released_idx" ON "notifications"("created_at") WHERE (released_at IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "notifications_project_id_event_key_key" ON "notifications"("project_id", "event_key");

-- CreateIndex
CREATE INDEX "notification_deliveries_pending_idx" ON "notification_deliveries"("channel_id", "id") WHERE (status = 'pending');

-- CreateIndex
CREATE INDEX "notification_deliveries_channel_id_created_at_id_idx" ON "notification_deliveries"("channel_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "notification_deliveries_notification_id_channel_id_key" ON "notification_deliveries"("notification_id", "channel_id");

-- CreateIndex
CREATE INDEX "inbox_items_notification_id_idx" ON "inbox_items"("notification_id");

-- CreateIndex
CREATE INDEX "inbox_items_user_id_id_idx" ON "inbox_items"("user_id", "id");

-- CreateIndex
CREATE INDEX "inbox_items_unread_idx" ON "inbox_items"("user_id") WHERE (read_at IS NULL);

-- CreateIndex
CREATE INDEX "inbox_items_digest_idx" ON "inbox_items"("user_id") WHERE (in_digest);

-- CreateIndex
CREATE UNIQUE INDEX "inbox_items_user_id_notification_id_key" ON "inbox_items"("user_id", "notification_id");

-- AddForeignKey
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_rules" ADD CONSTRAINT "notification_rules_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_rules" ADD CONSTRAINT "notification_rules_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "notification_channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_rules" ADD CONSTRAINT "notification_rules_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "notification_channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE CASCADE ON UPDATE CASCADE;
