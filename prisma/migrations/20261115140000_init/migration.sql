-- CreateEnum
CREATE TYPE "plan" AS ENUM ('free', 'indie', 'team', 'studio', 'enterprise');

-- CreateEnum
CREATE TYPE "read_only_reason" AS ENUM ('trial_expired', 'demo');

-- CreateEnum
CREATE TYPE "member_role" AS ENUM ('owner', 'member');

-- CreateEnum
CREATE TYPE "token_origin" AS ENUM ('web', 'cli', 'mcp');

-- CreateEnum
CREATE TYPE "engine" AS ENUM ('unreal', 'unity', 'custom');

-- CreateEnum
CREATE TYPE "secret_purpose" AS ENUM ('signing', 'api');

-- CreateEnum
CREATE TYPE "task_state" AS ENUM ('to_do', 'in_progress', 'blocked', 'completed');

-- CreateEnum
CREATE TYPE "task_type" AS ENUM ('bug', 'feature', 'chore', 'art', 'content', 'balance');

-- CreateEnum
CREATE TYPE "priority" AS ENUM ('low', 'medium', 'high', 'critical');

-- CreateEnum
CREATE TYPE "source_type" AS ENUM ('AssetCommit', 'GitCommit', 'Changelist');

-- CreateEnum
CREATE TYPE "file_action" AS ENUM ('add', 'edit', 'delete', 'move');

-- CreateEnum
CREATE TYPE "build_status" AS ENUM ('queued', 'preparing', 'building', 'completed', 'failed', 'cancelled', 'passed_pending_approval');

-- CreateEnum
CREATE TYPE "target_type" AS ENUM ('development', 'shipping', 'test', 'debug');

-- CreateEnum
CREATE TYPE "investigation_status" AS ENUM ('pending', 'running', 'completed', 'failed');

-- CreateEnum
CREATE TYPE "asset_type" AS ENUM ('texture', 'model', 'audio', 'script', 'level', 'material', 'animation', 'archive', 'shader', 'config', 'document', 'font', 'video');

-- CreateEnum
CREATE TYPE "asset_approval_status" AS ENUM ('none', 'pending', 'approved', 'denied', 'ignored');

-- CreateEnum
CREATE TYPE "approval_status" AS ENUM ('pending', 'approved', 'denied', 'ignored');

-- CreateEnum
CREATE TYPE "asset_event_kind" AS ENUM ('created', 'updated');

-- CreateEnum
CREATE TYPE "platform" AS ENUM ('steam', 'epic_games_store', 'google_play', 'apple_app_store', 'unity_cloud', 'custom', 'reddit_devvit', 'youtube_playables');

-- CreateEnum
CREATE TYPE "deployment_status" AS ENUM ('pending', 'submitted', 'uploading', 'in_review', 'approved', 'rejected', 'live', 'rolled_back');

-- CreateEnum
CREATE TYPE "delivery_outcome" AS ENUM ('applied', 'ignored', 'duplicate', 'rejected', 'dead');

-- CreateEnum
CREATE TYPE "poll_state" AS ENUM ('waiting', 'ok', 'failing', 'paused');

-- CreateEnum
CREATE TYPE "mail_status" AS ENUM ('pending', 'sending', 'sent', 'failed');

-- CreateTable
CREATE TABLE "accounts" (
    "id" SERIAL NOT NULL,
    "prefixed_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "plan" "plan" NOT NULL DEFAULT 'free',
    "credits" INTEGER NOT NULL DEFAULT 0,
    "read_only_reason" "read_only_reason",
    "trial_ends_at" TIMESTAMPTZ(3),
    "has_payment_method" BOOLEAN NOT NULL DEFAULT false,
    "timezone" TEXT NOT NULL DEFAULT 'America/New_York',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "default_account_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account_memberships" (
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "role" "member_role" NOT NULL DEFAULT 'member',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_memberships_pkey" PRIMARY KEY ("user_id","account_id")
);

-- CreateTable
CREATE TABLE "connected_accounts" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "uid" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "connected_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_tokens" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" CHAR(8) NOT NULL,
    "token_hash" CHAR(64) NOT NULL,
    "scopes" TEXT[],
    "origin" "token_origin" NOT NULL DEFAULT 'web',
    "legacy" BOOLEAN NOT NULL DEFAULT false,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "login_codes" (
    "id" UUID NOT NULL,
    "code_hash" CHAR(64) NOT NULL,
    "user_id" INTEGER NOT NULL,
    "code_challenge" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "client_name" TEXT NOT NULL DEFAULT '',
    "origin" "token_origin" NOT NULL DEFAULT 'cli',
    "scopes" TEXT[],
    "api_token_id" INTEGER,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "login_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "token_hash" CHAR(64) NOT NULL,
    "user_id" INTEGER NOT NULL,
    "user_agent" TEXT NOT NULL DEFAULT '',
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "projects" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "engine" "engine" NOT NULL DEFAULT 'custom',
    "paused_at" TIMESTAMPTZ(3),
    "archived_at" TIMESTAMPTZ(3),
    "approval_asset_types" "asset_type"[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "projects_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "project_memberships" (
    "project_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "role" "member_role" NOT NULL DEFAULT 'member',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_memberships_pkey" PRIMARY KEY ("project_id","user_id")
);

-- CreateTable
CREATE TABLE "integrations" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "token_hash" CHAR(64) NOT NULL,
    "token_prefix" CHAR(8) NOT NULL,
    "config" JSONB NOT NULL DEFAULT '{}',
    "active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "integrations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "integration_secrets" (
    "id" SERIAL NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "purpose" "secret_purpose" NOT NULL DEFAULT 'signing',
    "ciphertext" BYTEA NOT NULL,
    "fingerprint" CHAR(64) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "integration_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tasks" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "state" "task_state" NOT NULL DEFAULT 'to_do',
    "task_type" "task_type" NOT NULL DEFAULT 'feature',
    "priority" "priority" NOT NULL DEFAULT 'medium',
    "assignee_handle" TEXT,
    "user_id" INTEGER,
    "labels" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "via_api_token_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tasks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "task_links" (
    "task_id" INTEGER NOT NULL,
    "change_id" BIGINT NOT NULL,
    "project_id" INTEGER NOT NULL,

    CONSTRAINT "task_links_pkey" PRIMARY KEY ("task_id","change_id")
);

-- CreateTable
CREATE TABLE "external_references" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "state" TEXT NOT NULL DEFAULT '',
    "url" TEXT NOT NULL DEFAULT '',
    "assignee_uid" TEXT,
    "assignee_user_id" INTEGER,
    "removed_at" TIMESTAMPTZ(3),
    "field_weights" JSONB NOT NULL DEFAULT '{}',
    "provider_time" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "external_references_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reference_keys" (
    "reference_id" BIGINT NOT NULL,
    "key" TEXT NOT NULL,
    "project_id" INTEGER NOT NULL,

    CONSTRAINT "reference_keys_pkey" PRIMARY KEY ("reference_id","key")
);

-- CreateTable
CREATE TABLE "change_mentions" (
    "change_id" BIGINT NOT NULL,
    "key" TEXT NOT NULL,
    "project_id" INTEGER NOT NULL,

    CONSTRAINT "change_mentions_pkey" PRIMARY KEY ("change_id","key")
);

-- CreateTable
CREATE TABLE "task_mentions" (
    "task_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "project_id" INTEGER NOT NULL,

    CONSTRAINT "task_mentions_pkey" PRIMARY KEY ("task_id","key")
);

-- CreateTable
CREATE TABLE "changes" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "repository" TEXT NOT NULL DEFAULT '',
    "identifier" TEXT NOT NULL,
    "display_identifier" TEXT NOT NULL,
    "source_type" "source_type" NOT NULL,
    "branch" TEXT NOT NULL DEFAULT '',
    "made_on" TEXT NOT NULL DEFAULT '',
    "url" TEXT NOT NULL DEFAULT '',
    "author" TEXT NOT NULL DEFAULT '',
    "author_uid" TEXT,
    "author_user_id" INTEGER,
    "description" TEXT NOT NULL DEFAULT '',
    "timestamp" TIMESTAMPTZ(3) NOT NULL,
    "file_count" INTEGER,
    "files_digest" TEXT,
    "field_weights" JSONB NOT NULL DEFAULT '{}',
    "orphaned_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "change_files" (
    "change_id" BIGINT NOT NULL,
    "path" TEXT NOT NULL,
    "action" "file_action" NOT NULL,

    CONSTRAINT "change_files_pkey" PRIMARY KEY ("change_id","path")
);

-- CreateTable
CREATE TABLE "ref_moves" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "repository" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "before" TEXT,
    "after" TEXT,
    "forced" BOOLEAN NOT NULL,
    "commits" TEXT[],
    "mentions" TEXT[],
    "moved_at" TIMESTAMPTZ(3) NOT NULL,
    "digest" CHAR(64) NOT NULL,

    CONSTRAINT "ref_moves_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "build_runs" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "job_key" TEXT NOT NULL,
    "job_name" TEXT NOT NULL,
    "build_number" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "status" "build_status" NOT NULL,
    "original_status" TEXT,
    "status_at" TIMESTAMPTZ(3) NOT NULL,
    "build_type" "engine" NOT NULL,
    "target_type" "target_type" NOT NULL DEFAULT 'development',
    "commit_hash" TEXT NOT NULL DEFAULT '',
    "changelist" TEXT NOT NULL DEFAULT '',
    "branch" TEXT NOT NULL DEFAULT '',
    "build_url" TEXT NOT NULL DEFAULT '',
    "actor" TEXT NOT NULL DEFAULT '',
    "actor_uid" TEXT,
    "actor_user_id" INTEGER,
    "field_weights" JSONB NOT NULL DEFAULT '{}',
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "duration_seconds" INTEGER,
    "has_log" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "build_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "build_steps" (
    "build_run_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "status" TEXT NOT NULL,
    "status_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "detail" TEXT NOT NULL DEFAULT '',
    "detail_at" TIMESTAMPTZ(3),

    CONSTRAINT "build_steps_pkey" PRIMARY KEY ("build_run_id","name")
);

-- CreateTable
CREATE TABLE "build_artifacts" (
    "build_run_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "size_bytes" BIGINT NOT NULL DEFAULT 0,
    "url" TEXT NOT NULL DEFAULT '',
    "reported_at" TIMESTAMPTZ(3),
    "replayed_at" TIMESTAMPTZ(3),

    CONSTRAINT "build_artifacts_pkey" PRIMARY KEY ("build_run_id","name")
);

-- CreateTable
CREATE TABLE "build_logs" (
    "build_run_id" BIGINT NOT NULL,
    "content" TEXT NOT NULL,
    "truncated" BOOLEAN NOT NULL DEFAULT false,
    "final" BOOLEAN NOT NULL DEFAULT false,
    "reported_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "replayed_at" TIMESTAMPTZ(3),

    CONSTRAINT "build_logs_pkey" PRIMARY KEY ("build_run_id")
);

-- CreateTable
CREATE TABLE "build_page_steps" (
    "integration_id" INTEGER NOT NULL,
    "page_digest" CHAR(32) NOT NULL,
    "attempt" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "status_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "detail" TEXT NOT NULL DEFAULT '',
    "detail_at" TIMESTAMPTZ(3),

    CONSTRAINT "build_page_steps_pkey" PRIMARY KEY ("integration_id","page_digest","attempt","name")
);

-- CreateTable
CREATE TABLE "build_baselines" (
    "integration_id" INTEGER NOT NULL,
    "job_key" TEXT NOT NULL,
    "project_id" INTEGER NOT NULL,
    "baseline" JSONB NOT NULL,
    "build_run_id" BIGINT NOT NULL,
    "finished_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "build_baselines_pkey" PRIMARY KEY ("integration_id","job_key")
);

-- CreateTable
CREATE TABLE "investigations" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "build_run_id" BIGINT NOT NULL,
    "requested_by_id" INTEGER,
    "status" "investigation_status" NOT NULL DEFAULT 'pending',
    "diagnosis" TEXT,
    "suggested_fix" TEXT,
    "attributed_user_id" INTEGER,
    "category" TEXT,
    "confidence" DOUBLE PRECISION,
    "evidence" JSONB NOT NULL DEFAULT '[]',
    "steps" JSONB NOT NULL DEFAULT '[]',
    "failure_reason" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "credits_charged" INTEGER NOT NULL,
    "charged_on" DATE NOT NULL,
    "heartbeat_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "investigations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credit_ledger" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "delta" INTEGER NOT NULL,
    "balance" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "investigation_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credit_ledger_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "assets" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "asset_type" "asset_type" NOT NULL,
    "approval_status" "asset_approval_status" NOT NULL DEFAULT 'none',
    "version" INTEGER NOT NULL DEFAULT 1,
    "reported_version" INTEGER,
    "event_count" INTEGER NOT NULL DEFAULT 0,
    "last_event_at" TIMESTAMPTZ(3),
    "content_hash" TEXT,
    "size_bytes" BIGINT,
    "field_weights" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "assets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "asset_events" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "asset_id" UUID NOT NULL,
    "kind" "asset_event_kind" NOT NULL,
    "source" TEXT NOT NULL,
    "change_id" BIGINT,
    "version" INTEGER NOT NULL,
    "actor" TEXT NOT NULL DEFAULT '',
    "actor_user_id" INTEGER,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "asset_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "approvals" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "asset_id" UUID NOT NULL,
    "commit_sha" TEXT NOT NULL DEFAULT '',
    "commit_at" TIMESTAMPTZ(3),
    "approval_stage" TEXT NOT NULL DEFAULT 'art_review',
    "approval_type" TEXT NOT NULL DEFAULT 'manual',
    "status" "approval_status" NOT NULL DEFAULT 'pending',
    "approver_user_id" INTEGER,
    "comments" TEXT NOT NULL DEFAULT '',
    "asset_version" INTEGER NOT NULL,
    "approved_at" TIMESTAMPTZ(3),
    "denied_at" TIMESTAMPTZ(3),
    "ignored_at" TIMESTAMPTZ(3),
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "approvals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deployments" (
    "id" UUID NOT NULL,
    "number" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "platform" "platform" NOT NULL,
    "status" "deployment_status" NOT NULL,
    "status_at" TIMESTAMPTZ(3) NOT NULL,
    "branch" TEXT NOT NULL DEFAULT '',
    "version" TEXT NOT NULL DEFAULT '',
    "external_id" TEXT NOT NULL DEFAULT '',
    "external_build_id" TEXT NOT NULL DEFAULT '',
    "build_number" TEXT NOT NULL DEFAULT '',
    "build_run_id" BIGINT,
    "commit_hash" TEXT NOT NULL DEFAULT '',
    "actor" TEXT NOT NULL DEFAULT '',
    "actor_uid" TEXT,
    "actor_user_id" INTEGER,
    "notes" TEXT NOT NULL DEFAULT '',
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "field_weights" JSONB NOT NULL DEFAULT '{}',
    "submitted_at" TIMESTAMPTZ(3),
    "deployed_at" TIMESTAMPTZ(3),
    "live_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deployments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deployment_events" (
    "id" BIGSERIAL NOT NULL,
    "deployment_id" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "status" "deployment_status",
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deployment_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "id" UUID NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "dedupe_key" TEXT NOT NULL,
    "outcome" "delivery_outcome" NOT NULL,
    "reason" TEXT,
    "headers" JSONB NOT NULL DEFAULT '{}',
    "body" BYTEA,
    "body_bytes" INTEGER NOT NULL DEFAULT 0,
    "touched" JSONB NOT NULL DEFAULT '[]',
    "attempts" INTEGER NOT NULL DEFAULT 1,
    "replay_of" UUID,
    "queued_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id","received_at")
) PARTITION BY RANGE ("received_at");

-- CreateTable
CREATE TABLE "delivery_keys" (
    "integration_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "delivery_id" UUID NOT NULL,
    "outcome" "delivery_outcome" NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "delivery_keys_pkey" PRIMARY KEY ("integration_id","key")
);

-- CreateTable
CREATE TABLE "dead_letters" (
    "delivery_id" UUID NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "failed_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "dead_letters_pkey" PRIMARY KEY ("delivery_id")
);

-- CreateTable
CREATE TABLE "jenkins_polls" (
    "integration_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "server" TEXT NOT NULL,
    "config_digest" CHAR(32) NOT NULL,
    "state" "poll_state" NOT NULL DEFAULT 'waiting',
    "last_error" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "next_poll_at" TIMESTAMPTZ(3) NOT NULL,
    "last_polled_at" TIMESTAMPTZ(3),
    "lease_id" UUID,
    "leased_until" TIMESTAMPTZ(3),

    CONSTRAINT "jenkins_polls_pkey" PRIMARY KEY ("integration_id")
);

-- CreateTable
CREATE TABLE "jenkins_jobs" (
    "integration_id" INTEGER NOT NULL,
    "job_key" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "next_check_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "jenkins_jobs_pkey" PRIMARY KEY ("integration_id","job_key")
);

-- CreateTable
CREATE TABLE "jenkins_builds" (
    "integration_id" INTEGER NOT NULL,
    "job_key" TEXT NOT NULL,
    "build_number" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "log_offset" BIGINT NOT NULL DEFAULT 0,
    "log_stored_at" TIMESTAMPTZ(3),
    "queue_item" BIGINT,
    "asked_from" BIGINT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "next_poll_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "jenkins_builds_pkey" PRIMARY KEY ("integration_id","job_key","build_number")
);

-- CreateTable
CREATE TABLE "mail_outbox" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "api_token_id" INTEGER,
    "payload" JSONB NOT NULL DEFAULT '{}',
    "message_id" TEXT NOT NULL,
    "status" "mail_status" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "unconfirmed" BOOLEAN NOT NULL DEFAULT false,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "api_token_id" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "body_hash" CHAR(64) NOT NULL,
    "status" INTEGER NOT NULL,
    "response" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("api_token_id","path","key")
);

-- CreateIndex
CREATE UNIQUE INDEX "accounts_prefixed_id_key" ON "accounts"("prefixed_id");

-- CreateIndex
CREATE INDEX "accounts_lapsing_trials_idx" ON "accounts"("trial_ends_at") WHERE (read_only_reason IS NULL AND NOT has_payment_method);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "users_default_account_id_idx" ON "users"("default_account_id");

-- CreateIndex
CREATE INDEX "account_memberships_account_id_idx" ON "account_memberships"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "connected_accounts_user_id_provider_uid_key" ON "connected_accounts"("user_id", "provider", "uid");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_token_hash_key" ON "api_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "api_tokens_user_id_created_at_idx" ON "api_tokens"("user_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "login_codes_code_hash_key" ON "login_codes"("code_hash");

-- CreateIndex
CREATE INDEX "login_codes_user_id_idx" ON "login_codes"("user_id");

-- CreateIndex
CREATE INDEX "login_codes_expires_at_idx" ON "login_codes"("expires_at");

-- CreateIndex
CREATE INDEX "login_codes_api_token_id_idx" ON "login_codes"("api_token_id");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "projects_account_id_id_idx" ON "projects"("account_id", "id");

-- CreateIndex
CREATE INDEX "project_memberships_user_id_idx" ON "project_memberships"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "integrations_token_hash_key" ON "integrations"("token_hash");

-- CreateIndex
CREATE INDEX "integrations_project_id_id_idx" ON "integrations"("project_id", "id");

-- CreateIndex
CREATE INDEX "integrations_jenkins_idx" ON "integrations"("id") WHERE (provider = 'jenkins');

-- CreateIndex
CREATE UNIQUE INDEX "integration_secrets_integration_id_purpose_fingerprint_key" ON "integration_secrets"("integration_id", "purpose", "fingerprint");

-- CreateIndex
CREATE INDEX "tasks_project_id_created_at_id_idx" ON "tasks"("project_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "tasks_project_id_state_created_at_id_idx" ON "tasks"("project_id", "state", "created_at", "id");

-- CreateIndex
CREATE INDEX "tasks_project_id_task_type_created_at_id_idx" ON "tasks"("project_id", "task_type", "created_at", "id");

-- CreateIndex
CREATE INDEX "tasks_project_id_priority_created_at_id_idx" ON "tasks"("project_id", "priority", "created_at", "id");

-- CreateIndex
CREATE INDEX "tasks_project_id_assignee_handle_created_at_id_idx" ON "tasks"("project_id", "assignee_handle", "created_at", "id");

-- CreateIndex
CREATE INDEX "tasks_project_id_user_id_created_at_id_idx" ON "tasks"("project_id", "user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "tasks_project_id_updated_at_id_idx" ON "tasks"("project_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "tasks_account_id_updated_at_id_idx" ON "tasks"("account_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "tasks_account_id_open_idx" ON "tasks"("account_id") WHERE (state <> 'completed');

-- CreateIndex
CREATE INDEX "tasks_labels_idx" ON "tasks" USING GIN ("labels");

-- CreateIndex
CREATE INDEX "task_links_change_id_idx" ON "task_links"("change_id");

-- CreateIndex
CREATE INDEX "external_references_project_id_created_at_id_idx" ON "external_references"("project_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "external_references_project_id_provider_created_at_id_idx" ON "external_references"("project_id", "provider", "created_at", "id");

-- CreateIndex
CREATE INDEX "external_references_project_id_state_created_at_id_idx" ON "external_references"("project_id", "state", "created_at", "id");

-- CreateIndex
CREATE INDEX "external_references_project_id_updated_at_id_idx" ON "external_references"("project_id", "updated_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "external_references_integration_id_external_id_key" ON "external_references"("integration_id", "external_id");

-- CreateIndex
CREATE INDEX "reference_keys_project_id_key_reference_id_idx" ON "reference_keys"("project_id", "key", "reference_id");

-- CreateIndex
CREATE INDEX "change_mentions_project_id_key_idx" ON "change_mentions"("project_id", "key");

-- CreateIndex
CREATE INDEX "task_mentions_project_id_key_idx" ON "task_mentions"("project_id", "key");

-- CreateIndex
CREATE INDEX "changes_project_id_live_idx" ON "changes"("project_id", "timestamp", "id") WHERE (orphaned_at IS NULL);

-- CreateIndex
CREATE INDEX "changes_project_id_orphaned_idx" ON "changes"("project_id", "timestamp", "id") WHERE (orphaned_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "changes_project_id_source_type_timestamp_id_idx" ON "changes"("project_id", "source_type", "timestamp", "id");

-- CreateIndex
CREATE INDEX "changes_project_id_identifier_idx" ON "changes"("project_id", "identifier");

-- CreateIndex
CREATE INDEX "changes_project_id_updated_at_id_idx" ON "changes"("project_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "changes_account_id_timestamp_idx" ON "changes"("account_id", "timestamp");

-- CreateIndex
CREATE UNIQUE INDEX "changes_integration_id_repository_identifier_key" ON "changes"("integration_id", "repository", "identifier");

-- CreateIndex
CREATE INDEX "ref_moves_integration_id_repository_ref_moved_at_id_idx" ON "ref_moves"("integration_id", "repository", "ref", "moved_at", "id");

-- CreateIndex
CREATE INDEX "ref_moves_forced_idx" ON "ref_moves"("integration_id", "repository", "ref") WHERE (forced);

-- CreateIndex
CREATE INDEX "ref_moves_mentions_idx" ON "ref_moves" USING GIN ("mentions");

-- CreateIndex
CREATE UNIQUE INDEX "ref_moves_integration_id_repository_ref_digest_key" ON "ref_moves"("integration_id", "repository", "ref", "digest");

-- CreateIndex
CREATE INDEX "build_runs_project_id_created_at_id_idx" ON "build_runs"("project_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "build_runs_project_id_status_created_at_id_idx" ON "build_runs"("project_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "build_runs_project_id_build_type_target_type_created_at_id_idx" ON "build_runs"("project_id", "build_type", "target_type", "created_at", "id");

-- CreateIndex
CREATE INDEX "build_runs_project_id_commit_hash_idx" ON "build_runs"("project_id", "commit_hash") WHERE (commit_hash <> '');

-- CreateIndex
CREATE INDEX "build_runs_project_id_changelist_idx" ON "build_runs"("project_id", "changelist") WHERE (changelist <> '');

-- CreateIndex
CREATE INDEX "build_runs_project_id_build_number_idx" ON "build_runs"("project_id", "build_number");

-- CreateIndex
CREATE INDEX "build_runs_last_passing_idx" ON "build_runs"("project_id", "job_key", "finished_at") WHERE (status = ANY (ARRAY['completed'::build_status, 'passed_pending_approval'::build_status]));

-- CreateIndex
CREATE INDEX "build_runs_account_feed_passed_idx" ON "build_runs"("account_id", "finished_at", "id") WHERE (status = ANY (ARRAY['completed'::build_status, 'passed_pending_approval'::build_status]));

-- CreateIndex
CREATE INDEX "build_runs_account_feed_failed_idx" ON "build_runs"("account_id", "finished_at", "id") WHERE (status = 'failed');

-- CreateIndex
CREATE INDEX "build_runs_project_feed_passed_idx" ON "build_runs"("project_id", "finished_at", "id") WHERE (status = ANY (ARRAY['completed'::build_status, 'passed_pending_approval'::build_status]));

-- CreateIndex
CREATE INDEX "build_runs_project_feed_failed_idx" ON "build_runs"("project_id", "finished_at", "id") WHERE (status = 'failed');

-- CreateIndex
CREATE INDEX "build_runs_unfinished_idx" ON "build_runs"("integration_id", "id") WHERE (finished_at IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "build_runs_integration_id_job_key_build_number_key" ON "build_runs"("integration_id", "job_key", "build_number");

-- CreateIndex
CREATE INDEX "build_page_steps_status_at_idx" ON "build_page_steps"("status_at");

-- CreateIndex
CREATE INDEX "build_baselines_project_id_updated_at_idx" ON "build_baselines"("project_id", "updated_at");

-- CreateIndex
CREATE INDEX "investigations_build_run_id_created_at_idx" ON "investigations"("build_run_id", "created_at");

-- CreateIndex
CREATE INDEX "investigations_account_id_charged_on_idx" ON "investigations"("account_id", "charged_on");

-- CreateIndex
CREATE INDEX "investigations_unfinished_idx" ON "investigations"("status", "updated_at") WHERE (status = ANY (ARRAY['pending'::investigation_status, 'running'::investigation_status]));

-- CreateIndex
CREATE UNIQUE INDEX "investigations_one_live_per_build_key" ON "investigations"("build_run_id") WHERE (status <> 'failed');

-- CreateIndex
CREATE INDEX "credit_ledger_account_id_created_at_id_idx" ON "credit_ledger"("account_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "credit_ledger_investigation_id_reason_key" ON "credit_ledger"("investigation_id", "reason");

-- CreateIndex
CREATE INDEX "assets_project_id_created_at_id_idx" ON "assets"("project_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "assets_project_id_asset_type_created_at_id_idx" ON "assets"("project_id", "asset_type", "created_at", "id");

-- CreateIndex
CREATE INDEX "assets_project_id_pending_idx" ON "assets"("project_id", "created_at", "id") WHERE (approval_status = 'pending');

-- CreateIndex
CREATE UNIQUE INDEX "assets_project_id_path_key" ON "assets"("project_id", "path");

-- CreateIndex
CREATE INDEX "asset_events_account_id_occurred_at_id_idx" ON "asset_events"("account_id", "occurred_at", "id");

-- CreateIndex
CREATE INDEX "asset_events_project_id_occurred_at_id_idx" ON "asset_events"("project_id", "occurred_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "asset_events_asset_id_integration_id_source_key" ON "asset_events"("asset_id", "integration_id", "source");

-- CreateIndex
CREATE INDEX "approvals_asset_id_created_at_id_idx" ON "approvals"("asset_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "approvals_project_id_created_at_id_idx" ON "approvals"("project_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "approvals_project_id_status_created_at_id_idx" ON "approvals"("project_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "approvals_project_id_approval_stage_created_at_id_idx" ON "approvals"("project_id", "approval_stage", "created_at", "id");

-- CreateIndex
CREATE INDEX "approvals_project_id_commit_sha_idx" ON "approvals"("project_id", "commit_sha");

-- CreateIndex
CREATE INDEX "approvals_project_id_updated_at_id_idx" ON "approvals"("project_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "approvals_account_feed_requested_idx" ON "approvals"("account_id", "created_at", "id") WHERE (status = 'pending');

-- CreateIndex
CREATE INDEX "approvals_account_feed_decided_idx" ON "approvals"("account_id", "status", "decided_at", "id") WHERE (status <> 'pending');

-- CreateIndex
CREATE INDEX "approvals_project_feed_decided_idx" ON "approvals"("project_id", "status", "decided_at", "id") WHERE (status <> 'pending');

-- CreateIndex
CREATE UNIQUE INDEX "deployments_number_key" ON "deployments"("number");

-- CreateIndex
CREATE INDEX "deployments_project_id_created_at_id_idx" ON "deployments"("project_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "deployments_project_id_status_created_at_id_idx" ON "deployments"("project_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "deployments_project_id_platform_created_at_id_idx" ON "deployments"("project_id", "platform", "created_at", "id");

-- CreateIndex
CREATE INDEX "deployments_project_id_build_run_id_created_at_id_idx" ON "deployments"("project_id", "build_run_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "deployments_project_id_updated_at_id_idx" ON "deployments"("project_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "deployments_project_id_build_number_idx" ON "deployments"("project_id", "build_number");

-- CreateIndex
CREATE INDEX "deployments_project_id_commit_hash_idx" ON "deployments"("project_id", "commit_hash") WHERE (commit_hash <> '');

-- CreateIndex
CREATE INDEX "deployments_account_id_created_at_id_idx" ON "deployments"("account_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "deployments_integration_id_platform_build_number_branch_ext_key" ON "deployments"("integration_id", "platform", "build_number", "branch", "external_id");

-- CreateIndex
CREATE UNIQUE INDEX "deployment_events_deployment_id_occurred_at_event_key" ON "deployment_events"("deployment_id", "occurred_at", "event");

-- CreateIndex
CREATE INDEX "deliveries_project_id_received_at_id_idx" ON "deliveries"("project_id", "received_at", "id");

-- CreateIndex
CREATE INDEX "deliveries_project_id_outcome_received_at_id_idx" ON "deliveries"("project_id", "outcome", "received_at", "id");

-- CreateIndex
CREATE INDEX "deliveries_project_id_integration_id_received_at_id_idx" ON "deliveries"("project_id", "integration_id", "received_at", "id");

-- CreateIndex
CREATE INDEX "deliveries_project_id_event_received_at_id_idx" ON "deliveries"("project_id", "event", "received_at", "id");

-- CreateIndex
CREATE INDEX "deliveries_replays_idx" ON "deliveries"("project_id", "replay_of", "received_at", "id") WHERE (replay_of IS NOT NULL);

-- CreateIndex
CREATE INDEX "dead_letters_open_idx" ON "dead_letters"("integration_id", "key") WHERE (resolved_at IS NULL);

-- CreateIndex
CREATE INDEX "dead_letters_failed_at_idx" ON "dead_letters"("failed_at");

-- CreateIndex
CREATE INDEX "jenkins_polls_next_poll_at_idx" ON "jenkins_polls"("next_poll_at");

-- CreateIndex
CREATE INDEX "jenkins_polls_server_idx" ON "jenkins_polls"("server");

-- CreateIndex
CREATE INDEX "jenkins_jobs_integration_id_next_check_at_idx" ON "jenkins_jobs"("integration_id", "next_check_at");

-- CreateIndex
CREATE INDEX "jenkins_builds_unsettled_idx" ON "jenkins_builds"("integration_id", "next_poll_at") WHERE (settled_at IS NULL);

-- CreateIndex
CREATE INDEX "jenkins_builds_settled_idx" ON "jenkins_builds"("settled_at") WHERE (settled_at IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "mail_outbox_message_id_key" ON "mail_outbox"("message_id");

-- CreateIndex
CREATE INDEX "mail_outbox_user_id_idx" ON "mail_outbox"("user_id");

-- CreateIndex
CREATE INDEX "mail_outbox_due_idx" ON "mail_outbox"("next_attempt_at") WHERE (status = ANY (ARRAY['pending'::mail_status, 'sending'::mail_status]));

-- CreateIndex
CREATE INDEX "mail_outbox_settled_idx" ON "mail_outbox"("created_at") WHERE (status = ANY (ARRAY['sent'::mail_status, 'failed'::mail_status]));

-- CreateIndex
CREATE UNIQUE INDEX "mail_outbox_kind_api_token_id_key" ON "mail_outbox"("kind", "api_token_id");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_default_account_id_fkey" FOREIGN KEY ("default_account_id") REFERENCES "accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_memberships" ADD CONSTRAINT "account_memberships_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_memberships" ADD CONSTRAINT "account_memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connected_accounts" ADD CONSTRAINT "connected_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "login_codes" ADD CONSTRAINT "login_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "login_codes" ADD CONSTRAINT "login_codes_api_token_id_fkey" FOREIGN KEY ("api_token_id") REFERENCES "api_tokens"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "projects" ADD CONSTRAINT "projects_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_memberships" ADD CONSTRAINT "project_memberships_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_memberships" ADD CONSTRAINT "project_memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "integration_secrets" ADD CONSTRAINT "integration_secrets_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_links" ADD CONSTRAINT "task_links_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_links" ADD CONSTRAINT "task_links_change_id_fkey" FOREIGN KEY ("change_id") REFERENCES "changes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "external_references" ADD CONSTRAINT "external_references_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reference_keys" ADD CONSTRAINT "reference_keys_reference_id_fkey" FOREIGN KEY ("reference_id") REFERENCES "external_references"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_mentions" ADD CONSTRAINT "change_mentions_change_id_fkey" FOREIGN KEY ("change_id") REFERENCES "changes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_mentions" ADD CONSTRAINT "task_mentions_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "changes" ADD CONSTRAINT "changes_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_files" ADD CONSTRAINT "change_files_change_id_fkey" FOREIGN KEY ("change_id") REFERENCES "changes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ref_moves" ADD CONSTRAINT "ref_moves_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "build_runs" ADD CONSTRAINT "build_runs_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "build_steps" ADD CONSTRAINT "build_steps_build_run_id_fkey" FOREIGN KEY ("build_run_id") REFERENCES "build_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "build_artifacts" ADD CONSTRAINT "build_artifacts_build_run_id_fkey" FOREIGN KEY ("build_run_id") REFERENCES "build_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "build_logs" ADD CONSTRAINT "build_logs_build_run_id_fkey" FOREIGN KEY ("build_run_id") REFERENCES "build_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "build_page_steps" ADD CONSTRAINT "build_page_steps_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "build_baselines" ADD CONSTRAINT "build_baselines_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "investigations" ADD CONSTRAINT "investigations_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "investigations" ADD CONSTRAINT "investigations_build_run_id_fkey" FOREIGN KEY ("build_run_id") REFERENCES "build_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_ledger" ADD CONSTRAINT "credit_ledger_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assets" ADD CONSTRAINT "assets_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "asset_events" ADD CONSTRAINT "asset_events_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployment_events" ADD CONSTRAINT "deployment_events_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "jenkins_polls" ADD CONSTRAINT "jenkins_polls_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "jenkins_jobs" ADD CONSTRAINT "jenkins_jobs_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "jenkins_builds" ADD CONSTRAINT "jenkins_builds_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_api_token_id_fkey" FOREIGN KEY ("api_token_id") REFERENCES "api_tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_api_token_id_fkey" FOREIGN KEY ("api_token_id") REFERENCES "api_tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Everything below is beyond the Prisma schema; prisma/src/unmodelled.ts lists it by name.

-- Credits are spent with a conditional update. This catches an update that forgets the condition.
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_credits_check" CHECK ("credits" >= 0);

-- A task is assigned to an agent or to a person, never to both.
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_one_assignee_check" CHECK ("assignee_handle" IS NULL OR "user_id" IS NULL);

-- Addresses are stored in lower case, so that an address belongs to one user however it is capitalised.
ALTER TABLE "users" ADD CONSTRAINT "users_email_lower_check" CHECK ("email" = lower("email"));

-- A step report may identify its build by the build's web page. Addresses can be longer than an index entry may be.
CREATE INDEX "build_runs_page_idx" ON "build_runs" ("integration_id", md5("build_url")) WHERE "build_url" <> '';

-- Authors are matched in any case.
CREATE INDEX "connected_accounts_uid_lower_idx" ON "connected_accounts" (lower("uid"));

-- Bodies are compressed before they are inserted.
ALTER TABLE "deliveries" ALTER COLUMN "body" SET STORAGE EXTERNAL;

-- Logs are the largest values. lz4 compresses several times faster than pglz, but not every server has it.
DO $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_settings WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)) THEN
    ALTER TABLE "build_logs" ALTER COLUMN "content" SET COMPRESSION lz4;
  END IF;
END
$$;

-- These rows are updated often, in columns that no index contains. Free space lets the new version stay on the page.
ALTER TABLE "accounts" SET (fillfactor = 80);
ALTER TABLE "api_tokens" SET (fillfactor = 80);
ALTER TABLE "sessions" SET (fillfactor = 80);
ALTER TABLE "build_steps" SET (fillfactor = 85);

-- Large tables that change only at their newest end would be vacuumed and analyzed too rarely.
ALTER TABLE "build_runs" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "build_steps" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "delivery_keys" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "idempotency_keys" SET (autovacuum_vacuum_scale_factor = 0.05);

-- Processes that cache integrations listen on this channel. The payload is the id of the integration, or `p` and the id
-- of its project.
CREATE FUNCTION notify_integration_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  changed jsonb := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
BEGIN
  PERFORM pg_notify('slipway_integrations', CASE TG_TABLE_NAME
    WHEN 'projects' THEN 'p' || (changed->>'id')
    WHEN 'integration_secrets' THEN changed->>'integration_id'
    ELSE changed->>'id'
  END);
  RETURN NULL;
END
$$;

CREATE TRIGGER "integrations_notify" AFTER INSERT OR UPDATE OR DELETE ON "integrations"
  FOR EACH ROW EXECUTE FUNCTION notify_integration_change();
CREATE TRIGGER "integration_secrets_notify" AFTER INSERT OR UPDATE OR DELETE ON "integration_secrets"
  FOR EACH ROW EXECUTE FUNCTION notify_integration_change();
CREATE TRIGGER "projects_notify" AFTER UPDATE OF "paused_at", "archived_at", "account_id" ON "projects"
  FOR EACH ROW EXECUTE FUNCTION notify_integration_change();

-- Holds deliveries of days that have no partition yet.
CREATE TABLE "deliveries_default" PARTITION OF "deliveries" DEFAULT;

-- Creates the missing partitions of the given days (UTC) and returns their names. Rows of such a day move over from the
-- default partition. A table is created separately and then attached, which blocks neither readers nor writers of other
-- days.
CREATE FUNCTION ensure_delivery_partitions("from" date, days integer) RETURNS SETOF text
LANGUAGE plpgsql
SET lock_timeout = '5s'
AS $$
DECLARE
  day date;
  partition text;
  lower_bound timestamptz;
  upper_bound timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('ensure_delivery_partitions', 0));
  FOR day IN SELECT "from" + n FROM generate_series(0, days - 1) AS n LOOP
    partition := 'deliveries_' || to_char(day, 'YYYYMMDD');
    CONTINUE WHEN to_regclass(partition) IS NOT NULL;
    lower_bound := day::timestamp AT TIME ZONE 'UTC';
    upper_bound := (day + 1)::timestamp AT TIME ZONE 'UTC';
    EXECUTE format(
      'CREATE TABLE %I (LIKE "deliveries" INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING COMPRESSION)',
      partition
    );
    LOCK TABLE "deliveries_default" IN ACCESS EXCLUSIVE MODE;
    EXECUTE format(
      'WITH moved AS (DELETE FROM "deliveries_default" WHERE "received_at" >= %L AND "received_at" < %L RETURNING *)
       INSERT INTO %I SELECT * FROM moved',
      lower_bound, upper_bound, partition
    );
    EXECUTE format(
      'ALTER TABLE "deliveries" ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      partition, lower_bound, upper_bound
    );
    RETURN NEXT partition;
  END LOOP;
END
$$;

-- Drops the partitions of all days before the given one (UTC) and returns their names. Older rows of the default
-- partition are deleted.
CREATE FUNCTION drop_delivery_partitions(before date) RETURNS SETOF text
LANGUAGE plpgsql
SET lock_timeout = '5s'
AS $$
DECLARE
  partition text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('ensure_delivery_partitions', 0));
  FOR partition IN
    SELECT child.relname
      FROM pg_inherits JOIN pg_class AS child ON child.oid = inhrelid
     WHERE inhparent = '"deliveries"'::regclass
       AND child.relname ~ '^deliveries_[0-9]{8}$'
       AND child.relname < 'deliveries_' || to_char(before, 'YYYYMMDD')
     ORDER BY child.relname
  LOOP
    EXECUTE format('DROP TABLE %I', partition);
    RETURN NEXT partition;
  END LOOP;
  DELETE FROM "deliveries_default" WHERE "received_at" < before::timestamp AT TIME ZONE 'UTC';
END
$$;

-- From yesterday, for deliveries that were received before midnight and are applied after it, to three days ahead. The
-- worker creates the partitions that follow.
SELECT ensure_delivery_partitions((now() AT TIME ZONE 'UTC')::date - 1, 5);
