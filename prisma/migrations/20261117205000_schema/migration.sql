-- What prisma/schema.prisma described when the migrations before this one were joined. The next migration adds what it
-- cannot express.

CREATE TYPE "plan" AS ENUM ('free', 'indie', 'team', 'studio', 'enterprise');
CREATE TYPE "read_only_reason" AS ENUM ('trial_expired', 'demo');
CREATE TYPE "member_role" AS ENUM ('owner', 'member');
CREATE TYPE "sso_state" AS ENUM ('off', 'optional', 'required');
CREATE TYPE "token_origin" AS ENUM ('web', 'cli', 'mcp');
CREATE TYPE "engine" AS ENUM ('unreal', 'unity', 'custom');
CREATE TYPE "automatic_investigation" AS ENUM ('off', 'main_jobs', 'every_failure');
CREATE TYPE "secret_purpose" AS ENUM ('signing', 'api');
CREATE TYPE "task_state" AS ENUM ('to_do', 'in_progress', 'blocked', 'completed');
CREATE TYPE "task_type" AS ENUM ('bug', 'feature', 'chore', 'art', 'content', 'balance');
CREATE TYPE "priority" AS ENUM ('low', 'medium', 'high', 'critical');
CREATE TYPE "source_type" AS ENUM ('AssetCommit', 'GitCommit', 'Changelist');
CREATE TYPE "file_action" AS ENUM ('add', 'edit', 'delete', 'move');
CREATE TYPE "build_status" AS ENUM ('queued', 'preparing', 'building', 'completed', 'failed', 'cancelled', 'passed_pending_approval');
CREATE TYPE "target_type" AS ENUM ('development', 'shipping', 'test', 'debug');
CREATE TYPE "fix_kind" AS ENUM ('specific', 'general');
CREATE TYPE "investigation_status" AS ENUM ('pending', 'running', 'completed', 'failed');
CREATE TYPE "problem_state" AS ENUM ('open', 'resolved', 'ignored');
CREATE TYPE "problem_mark" AS ENUM ('known', 'flaky', 'infrastructure');
CREATE TYPE "asset_type" AS ENUM ('texture', 'model', 'audio', 'script', 'level', 'material', 'animation', 'archive', 'shader', 'config', 'document', 'font', 'video');
CREATE TYPE "asset_approval_status" AS ENUM ('none', 'pending', 'approved', 'denied', 'ignored');
CREATE TYPE "approval_status" AS ENUM ('pending', 'approved', 'denied', 'ignored');
CREATE TYPE "asset_event_kind" AS ENUM ('created', 'updated');
CREATE TYPE "platform" AS ENUM ('steam', 'epic_games_store', 'google_play', 'apple_app_store', 'unity_cloud', 'custom', 'reddit_devvit', 'youtube_playables');
CREATE TYPE "deployment_status" AS ENUM ('pending', 'submitted', 'uploading', 'in_review', 'approved', 'rejected', 'live', 'rolled_back');
CREATE TYPE "delivery_outcome" AS ENUM ('applied', 'ignored', 'duplicate', 'rejected', 'dead');
CREATE TYPE "poll_state" AS ENUM ('waiting', 'ok', 'failing', 'paused');
CREATE TYPE "notification_channel_kind" AS ENUM ('email', 'slack_webhook', 'slack_bot', 'discord', 'teams', 'webhook');
CREATE TYPE "notification_mail" AS ENUM ('immediate', 'digest', 'off');
CREATE TYPE "notification_delivery_status" AS ENUM ('pending', 'sent', 'failed');
CREATE TYPE "github_update_kind" AS ENUM ('status', 'comment');
CREATE TYPE "mail_status" AS ENUM ('pending', 'sending', 'sent', 'failed');

CREATE TABLE "accounts" (
    "id" SERIAL NOT NULL,
    "prefixed_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "plan" "plan" NOT NULL DEFAULT 'free',
    "credits" INTEGER NOT NULL DEFAULT 0,
    "read_only_reason" "read_only_reason",
    "trial_ends_at" TIMESTAMPTZ(3),
    "has_payment_method" BOOLEAN NOT NULL DEFAULT false,
    "requires_second_factor" BOOLEAN NOT NULL DEFAULT false,
    "max_token_days" INTEGER,
    "timezone" TEXT NOT NULL DEFAULT 'America/New_York',
    "written_lsn" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

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

CREATE TABLE "account_memberships" (
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "role" "member_role" NOT NULL DEFAULT 'member',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_memberships_pkey" PRIMARY KEY ("user_id","account_id")
);

CREATE TABLE "invitations" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "role" "member_role" NOT NULL DEFAULT 'member',
    "invited_by_id" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "audit_entries" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "position" BIGINT,
    "hash" BYTEA,
    "project_id" INTEGER,
    "user_id" INTEGER,
    "action" TEXT NOT NULL,
    "target" TEXT NOT NULL DEFAULT '',
    "detail" JSONB NOT NULL DEFAULT '{}',
    "ip_address" TEXT NOT NULL DEFAULT '',
    "user_agent" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "audit_chains" (
    "account_id" INTEGER NOT NULL,
    "length" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_chains_pkey" PRIMARY KEY ("account_id")
);

CREATE TABLE "sso_providers" (
    "account_id" INTEGER NOT NULL,
    "issuer" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_secret" BYTEA NOT NULL,
    "domain" TEXT NOT NULL,
    "domain_token" TEXT NOT NULL,
    "domain_verified_at" TIMESTAMPTZ(3),
    "state" "sso_state" NOT NULL DEFAULT 'off',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sso_providers_pkey" PRIMARY KEY ("account_id")
);

CREATE TABLE "sso_identities" (
    "account_id" INTEGER NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sso_identities_pkey" PRIMARY KEY ("account_id","subject")
);

CREATE TABLE "connected_accounts" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "uid" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "connected_accounts_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "api_tokens" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" CHAR(8) NOT NULL,
    "token_hash" CHAR(64) NOT NULL,
    "scopes" TEXT[],
    "origin" "token_origin" NOT NULL DEFAULT 'web',
    "legacy" BOOLEAN NOT NULL DEFAULT false,
    "project_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "networks" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "last_used_at" TIMESTAMPTZ(3),
    "last_used_ip" TEXT NOT NULL DEFAULT '',
    "refused_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("id")
);

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
    "oauth_client_id" UUID,
    "resource" TEXT NOT NULL DEFAULT '',
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "login_codes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "oauth_clients" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "redirect_uris" TEXT[],
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_clients_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "oauth_grants" (
    "api_token_id" INTEGER NOT NULL,
    "oauth_client_id" UUID NOT NULL,
    "resource" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_grants_pkey" PRIMARY KEY ("api_token_id")
);

CREATE TABLE "oauth_refresh_tokens" (
    "token_hash" CHAR(64) NOT NULL,
    "api_token_id" INTEGER NOT NULL,
    "salt" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_refresh_tokens_pkey" PRIMARY KEY ("token_hash")
);

CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "token_hash" CHAR(64) NOT NULL,
    "user_id" INTEGER NOT NULL,
    "user_agent" TEXT NOT NULL DEFAULT '',
    "ip_address" TEXT NOT NULL DEFAULT '',
    "account_id" INTEGER,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "second_factors" (
    "user_id" INTEGER NOT NULL,
    "ciphertext" BYTEA NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" BIGINT NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "attempts_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "recovery_codes" (
    "user_id" INTEGER NOT NULL,
    "code_hash" CHAR(64) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id","code_hash")
);

CREATE TABLE "passkeys" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL DEFAULT 0,
    "transports" TEXT[],
    "name" TEXT NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "used_challenges" (
    "challenge_hash" CHAR(64) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "used_challenges_pkey" PRIMARY KEY ("challenge_hash")
);

CREATE TABLE "password_resets" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "setup_keys" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "key" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "setup_keys_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "projects" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "engine" "engine" NOT NULL DEFAULT 'custom',
    "paused_at" TIMESTAMPTZ(3),
    "archived_at" TIMESTAMPTZ(3),
    "approval_asset_types" "asset_type"[],
    "no_self_approval" BOOLEAN NOT NULL DEFAULT false,
    "preview_hosts" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "main_job_name" TEXT,
    "automatic_investigation" "automatic_investigation" NOT NULL DEFAULT 'main_jobs',
    "automatic_daily_credits" INTEGER NOT NULL DEFAULT 20,
    "badge_version" INTEGER NOT NULL DEFAULT 1,
    "feed_version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "projects_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "saved_views" (
    "id" SERIAL NOT NULL,
    "project_id" INTEGER,
    "account_id" INTEGER,
    "user_id" INTEGER NOT NULL,
    "list" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "filters" JSONB NOT NULL,
    "is_shared" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "masked_values" (
    "id" SERIAL NOT NULL,
    "project_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "ciphertext" BYTEA NOT NULL,
    "fingerprint" CHAR(64) NOT NULL,
    "created_by_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "masked_values_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "project_memberships" (
    "project_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "role" "member_role" NOT NULL DEFAULT 'member',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_memberships_pkey" PRIMARY KEY ("project_id","user_id")
);

CREATE TABLE "feed_links" (
    "id" UUID NOT NULL,
    "project_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "feed_links_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "integrations" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "token_hash" CHAR(64) NOT NULL,
    "token_prefix" CHAR(8) NOT NULL,
    "previous_token_hash" CHAR(64),
    "previous_token_until" TIMESTAMPTZ(3),
    "test_token_hash" CHAR(64),
    "test_token_until" TIMESTAMPTZ(3),
    "config" JSONB NOT NULL DEFAULT '{}',
    "active" BOOLEAN NOT NULL DEFAULT true,
    "handshake_open_until" TIMESTAMPTZ(3) NOT NULL DEFAULT (now() + '24:00:00'::interval),
    "require_signatures" BOOLEAN NOT NULL DEFAULT false,
    "signature_tolerance_minutes" SMALLINT NOT NULL DEFAULT 5,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "integrations_pkey" PRIMARY KEY ("id")
);

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

CREATE TABLE "task_labels" (
    "project_id" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "task_id" INTEGER NOT NULL,

    CONSTRAINT "task_labels_pkey" PRIMARY KEY ("project_id","label","created_at","task_id")
);

CREATE TABLE "task_links" (
    "task_id" INTEGER NOT NULL,
    "change_id" BIGINT NOT NULL,
    "project_id" INTEGER NOT NULL,

    CONSTRAINT "task_links_pkey" PRIMARY KEY ("task_id","change_id")
);

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

CREATE TABLE "reference_keys" (
    "reference_id" BIGINT NOT NULL,
    "key" TEXT NOT NULL,
    "project_id" INTEGER NOT NULL,

    CONSTRAINT "reference_keys_pkey" PRIMARY KEY ("reference_id","key")
);

CREATE TABLE "change_mentions" (
    "change_id" BIGINT NOT NULL,
    "key" TEXT NOT NULL,
    "project_id" INTEGER NOT NULL,

    CONSTRAINT "change_mentions_pkey" PRIMARY KEY ("change_id","key")
);

CREATE TABLE "task_mentions" (
    "task_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "project_id" INTEGER NOT NULL,

    CONSTRAINT "task_mentions_pkey" PRIMARY KEY ("task_id","key")
);

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

CREATE TABLE "change_files" (
    "change_id" BIGINT NOT NULL,
    "path" TEXT NOT NULL,
    "action" "file_action" NOT NULL,

    CONSTRAINT "change_files_pkey" PRIMARY KEY ("change_id","path")
);

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

CREATE TABLE "build_artifacts" (
    "build_run_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "size_bytes" BIGINT NOT NULL DEFAULT 0,
    "url" TEXT NOT NULL DEFAULT '',
    "reported_at" TIMESTAMPTZ(3),
    "replayed_at" TIMESTAMPTZ(3),

    CONSTRAINT "build_artifacts_pkey" PRIMARY KEY ("build_run_id","name")
);

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

CREATE TABLE "build_log_purges" (
    "build_run_id" BIGINT NOT NULL,
    "purged_at" TIMESTAMPTZ(3) NOT NULL,
    "purged_by_id" INTEGER NOT NULL,
    "delivery_keys" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "build_log_purges_pkey" PRIMARY KEY ("build_run_id")
);

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

CREATE TABLE "investigations" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "build_run_id" BIGINT NOT NULL,
    "requested_by_id" INTEGER,
    "automatic" BOOLEAN NOT NULL DEFAULT false,
    "has_log" BOOLEAN NOT NULL DEFAULT true,
    "status" "investigation_status" NOT NULL DEFAULT 'pending',
    "diagnosis" TEXT,
    "suggested_fix" TEXT,
    "fix_kind" "fix_kind",
    "attributed_user_id" INTEGER,
    "category" TEXT,
    "confidence" DOUBLE PRECISION,
    "evidence" JSONB NOT NULL DEFAULT '[]',
    "fingerprint" CHAR(64),
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

CREATE TABLE "problems" (
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "fingerprint" CHAR(64) NOT NULL,
    "category" TEXT NOT NULL,
    "tool" TEXT NOT NULL DEFAULT '',
    "title" TEXT NOT NULL,
    "message" TEXT NOT NULL DEFAULT '',
    "file" TEXT,
    "symbol" TEXT,
    "test" TEXT,
    "state" "problem_state" NOT NULL DEFAULT 'open',
    "mark" "problem_mark",
    "assignee_user_id" INTEGER,
    "note" TEXT NOT NULL DEFAULT '',
    "task_id" INTEGER,
    "seen_count" INTEGER NOT NULL DEFAULT 0,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "first_build_run_id" BIGINT NOT NULL,
    "last_build_run_id" BIGINT NOT NULL,
    "suspected_change_id" BIGINT,
    "regressions" INTEGER NOT NULL DEFAULT 0,
    "reopened_at" TIMESTAMPTZ(3),
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by_id" INTEGER,
    "fix_build_run_id" BIGINT,
    "fix_change_id" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "problems_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "problem_builds" (
    "problem_id" BIGINT NOT NULL,
    "build_run_id" BIGINT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "problem_builds_pkey" PRIMARY KEY ("problem_id","build_run_id")
);

CREATE TABLE "problem_jobs" (
    "problem_id" BIGINT NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "job_key" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "job_name" TEXT NOT NULL,
    "seen_count" INTEGER NOT NULL DEFAULT 1,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_build_run_id" BIGINT NOT NULL,
    "passes" SMALLINT NOT NULL DEFAULT 0,
    "passed_at" TIMESTAMPTZ(3),

    CONSTRAINT "problem_jobs_pkey" PRIMARY KEY ("problem_id","integration_id","job_key","branch")
);

CREATE TABLE "problem_days" (
    "problem_id" BIGINT NOT NULL,
    "day" DATE NOT NULL,
    "seen_count" INTEGER NOT NULL,

    CONSTRAINT "problem_days_pkey" PRIMARY KEY ("problem_id","day")
);

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
    "preview_url" TEXT,
    "actor" TEXT NOT NULL DEFAULT '',
    "actor_user_id" INTEGER,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "asset_events_pkey" PRIMARY KEY ("id")
);

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

CREATE TABLE "deployment_events" (
    "id" BIGSERIAL NOT NULL,
    "deployment_id" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "status" "deployment_status",
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deployment_events_pkey" PRIMARY KEY ("id")
);

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

CREATE TABLE "expired_partitions" (
    "name" TEXT NOT NULL,
    "last_id" UUID,

    CONSTRAINT "expired_partitions_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "retention_sweeps" (
    "name" TEXT NOT NULL,
    "before" TIMESTAMPTZ(3) NOT NULL,
    "last_id" BIGINT NOT NULL DEFAULT 0,
    "deleted" BIGINT NOT NULL DEFAULT 0,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "retention_sweeps_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "delivery_keys" (
    "integration_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "delivery_id" UUID NOT NULL,
    "outcome" "delivery_outcome" NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "delivery_keys_pkey" PRIMARY KEY ("integration_id","key")
);

CREATE TABLE "dead_letters" (
    "delivery_id" UUID NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "failed_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "dead_letters_pkey" PRIMARY KEY ("delivery_id")
);

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

CREATE TABLE "jenkins_jobs" (
    "integration_id" INTEGER NOT NULL,
    "job_key" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "next_check_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "jenkins_jobs_pkey" PRIMARY KEY ("integration_id","job_key")
);

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

CREATE TABLE "github_connections" (
    "integration_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "statuses" BOOLEAN NOT NULL DEFAULT false,
    "comments" BOOLEAN NOT NULL DEFAULT false,
    "api_url" TEXT NOT NULL,
    "app_id" TEXT,
    "test_requested_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "last_sent_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "paused_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_id" UUID,
    "leased_until" TIMESTAMPTZ(3),

    CONSTRAINT "github_connections_pkey" PRIMARY KEY ("integration_id")
);

CREATE TABLE "github_updates" (
    "id" BIGSERIAL NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "repository" TEXT NOT NULL,
    "sha" TEXT NOT NULL,
    "kind" "github_update_kind" NOT NULL,
    "job_name" TEXT NOT NULL DEFAULT '',
    "revision" INTEGER NOT NULL DEFAULT 1,
    "pending_since" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "sent_digest" TEXT,
    "last_error" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "github_updates_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "github_comments" (
    "integration_id" INTEGER NOT NULL,
    "repository" TEXT NOT NULL,
    "pull_number" INTEGER NOT NULL,
    "comment_id" BIGINT,
    "shows_failure" BOOLEAN NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "github_comments_pkey" PRIMARY KEY ("integration_id","repository","pull_number")
);

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

CREATE TABLE "rollup_counts" (
    "account_id" INTEGER NOT NULL,
    "width" INTEGER NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "slot" INTEGER NOT NULL,
    "changes" INTEGER NOT NULL DEFAULT 0,
    "builds_passed" INTEGER NOT NULL DEFAULT 0,
    "builds_failed" INTEGER NOT NULL DEFAULT 0,
    "open_tasks" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "rollup_counts_pkey" PRIMARY KEY ("account_id","width","starts_at","slot")
);

CREATE UNIQUE INDEX "accounts_prefixed_id_key" ON "accounts"("prefixed_id");
CREATE INDEX "accounts_lapsing_trials_idx" ON "accounts"("trial_ends_at") WHERE (read_only_reason IS NULL AND NOT has_payment_method);

CREATE UNIQUE INDEX "users_email_key" ON "users"("email");
CREATE INDEX "users_default_account_id_idx" ON "users"("default_account_id");

CREATE INDEX "account_memberships_account_id_idx" ON "account_memberships"("account_id");

CREATE INDEX "invitations_account_id_created_at_idx" ON "invitations"("account_id", "created_at");
CREATE UNIQUE INDEX "invitations_open_key" ON "invitations"("account_id", "email") WHERE (accepted_at IS NULL);

CREATE INDEX "audit_entries_account_id_created_at_id_idx" ON "audit_entries"("account_id", "created_at", "id");
CREATE UNIQUE INDEX "audit_entries_account_id_position_key" ON "audit_entries"("account_id", "position");

CREATE UNIQUE INDEX "sso_providers_verified_domain_key" ON "sso_providers"("domain") WHERE (domain_verified_at IS NOT NULL);

CREATE UNIQUE INDEX "sso_identities_user_id_account_id_key" ON "sso_identities"("user_id", "account_id");

CREATE UNIQUE INDEX "connected_accounts_user_id_provider_uid_key" ON "connected_accounts"("user_id", "provider", "uid");

CREATE UNIQUE INDEX "api_tokens_token_hash_key" ON "api_tokens"("token_hash");
CREATE INDEX "api_tokens_user_id_created_at_idx" ON "api_tokens"("user_id", "created_at");

CREATE UNIQUE INDEX "login_codes_code_hash_key" ON "login_codes"("code_hash");
CREATE INDEX "login_codes_user_id_idx" ON "login_codes"("user_id");
CREATE INDEX "login_codes_expires_at_idx" ON "login_codes"("expires_at");
CREATE INDEX "login_codes_api_token_id_idx" ON "login_codes"("api_token_id");
CREATE INDEX "login_codes_oauth_client_id_idx" ON "login_codes"("oauth_client_id");

CREATE INDEX "oauth_clients_expires_at_idx" ON "oauth_clients"("expires_at");

CREATE INDEX "oauth_grants_oauth_client_id_idx" ON "oauth_grants"("oauth_client_id");

CREATE INDEX "oauth_refresh_tokens_api_token_id_idx" ON "oauth_refresh_tokens"("api_token_id");
CREATE INDEX "oauth_refresh_tokens_expires_at_idx" ON "oauth_refresh_tokens"("expires_at");

CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");
CREATE INDEX "passkeys_user_id_idx" ON "passkeys"("user_id");

CREATE INDEX "used_challenges_expires_at_idx" ON "used_challenges"("expires_at");

CREATE INDEX "password_resets_user_id_idx" ON "password_resets"("user_id");
CREATE INDEX "password_resets_expires_at_idx" ON "password_resets"("expires_at");

CREATE INDEX "projects_account_id_id_idx" ON "projects"("account_id", "id");

CREATE INDEX "saved_views_user_id_idx" ON "saved_views"("user_id");
CREATE UNIQUE INDEX "saved_views_project_id_user_id_list_name_key" ON "saved_views"("project_id", "user_id", "list", "name");
CREATE UNIQUE INDEX "saved_views_account_id_user_id_list_name_key" ON "saved_views"("account_id", "user_id", "list", "name");

CREATE UNIQUE INDEX "masked_values_project_id_name_key" ON "masked_values"("project_id", "name");
CREATE UNIQUE INDEX "masked_values_project_id_fingerprint_key" ON "masked_values"("project_id", "fingerprint");

CREATE INDEX "project_memberships_user_id_idx" ON "project_memberships"("user_id");

CREATE INDEX "feed_links_user_id_idx" ON "feed_links"("user_id");
CREATE UNIQUE INDEX "feed_links_project_id_user_id_key" ON "feed_links"("project_id", "user_id");

CREATE UNIQUE INDEX "integrations_token_hash_key" ON "integrations"("token_hash");
CREATE UNIQUE INDEX "integrations_previous_token_hash_key" ON "integrations"("previous_token_hash");
CREATE UNIQUE INDEX "integrations_test_token_hash_key" ON "integrations"("test_token_hash");
CREATE INDEX "integrations_project_id_id_idx" ON "integrations"("project_id", "id");
CREATE INDEX "integrations_jenkins_idx" ON "integrations"("id") WHERE (provider = 'jenkins');

CREATE UNIQUE INDEX "integration_secrets_integration_id_purpose_fingerprint_key" ON "integration_secrets"("integration_id", "purpose", "fingerprint");

CREATE INDEX "tasks_project_id_created_at_id_idx" ON "tasks"("project_id", "created_at", "id");
CREATE INDEX "tasks_project_id_state_created_at_id_idx" ON "tasks"("project_id", "state", "created_at", "id");
CREATE INDEX "tasks_project_id_task_type_created_at_id_idx" ON "tasks"("project_id", "task_type", "created_at", "id");
CREATE INDEX "tasks_project_id_priority_created_at_id_idx" ON "tasks"("project_id", "priority", "created_at", "id");
CREATE INDEX "tasks_project_id_assignee_handle_created_at_id_idx" ON "tasks"("project_id", "assignee_handle", "created_at", "id");
CREATE INDEX "tasks_project_id_user_id_created_at_id_idx" ON "tasks"("project_id", "user_id", "created_at", "id");
CREATE INDEX "tasks_project_id_updated_at_id_idx" ON "tasks"("project_id", "updated_at", "id");
CREATE INDEX "tasks_account_id_updated_at_id_idx" ON "tasks"("account_id", "updated_at", "id");

CREATE INDEX "task_links_change_id_idx" ON "task_links"("change_id");

CREATE INDEX "external_references_project_id_created_at_id_idx" ON "external_references"("project_id", "created_at", "id");
CREATE INDEX "external_references_project_id_provider_created_at_id_idx" ON "external_references"("project_id", "provider", "created_at", "id");
CREATE INDEX "external_references_project_id_state_created_at_id_idx" ON "external_references"("project_id", "state", "created_at", "id");
CREATE INDEX "external_references_project_id_updated_at_id_idx" ON "external_references"("project_id", "updated_at", "id");
CREATE UNIQUE INDEX "external_references_integration_id_external_id_key" ON "external_references"("integration_id", "external_id");

CREATE INDEX "reference_keys_project_id_key_reference_id_idx" ON "reference_keys"("project_id", "key", "reference_id");

CREATE INDEX "change_mentions_project_id_key_idx" ON "change_mentions"("project_id", "key");

CREATE INDEX "task_mentions_project_id_key_idx" ON "task_mentions"("project_id", "key");

CREATE INDEX "changes_project_id_live_idx" ON "changes"("project_id", "timestamp", "id") WHERE (orphaned_at IS NULL);
CREATE INDEX "changes_project_id_orphaned_idx" ON "changes"("project_id", "timestamp", "id") WHERE (orphaned_at IS NOT NULL);
CREATE INDEX "changes_project_id_source_type_timestamp_id_idx" ON "changes"("project_id", "source_type", "timestamp", "id");
CREATE INDEX "changes_project_id_identifier_idx" ON "changes"("project_id", "identifier");
CREATE INDEX "changes_project_id_updated_at_id_idx" ON "changes"("project_id", "updated_at", "id");
CREATE INDEX "changes_account_id_timestamp_idx" ON "changes"("account_id", "timestamp");
CREATE UNIQUE INDEX "changes_integration_id_repository_identifier_key" ON "changes"("integration_id", "repository", "identifier");

CREATE INDEX "ref_moves_integration_id_repository_ref_moved_at_id_idx" ON "ref_moves"("integration_id", "repository", "ref", "moved_at", "id");
CREATE INDEX "ref_moves_forced_idx" ON "ref_moves"("integration_id", "repository", "ref") WHERE (forced);
CREATE INDEX "ref_moves_mentions_idx" ON "ref_moves" USING GIN ("mentions");
CREATE UNIQUE INDEX "ref_moves_integration_id_repository_ref_digest_key" ON "ref_moves"("integration_id", "repository", "ref", "digest");

CREATE INDEX "build_runs_project_id_created_at_id_idx" ON "build_runs"("project_id", "created_at", "id");
CREATE INDEX "build_runs_project_id_status_created_at_id_idx" ON "build_runs"("project_id", "status", "created_at", "id");
CREATE INDEX "build_runs_project_id_build_type_target_type_created_at_id_idx" ON "build_runs"("project_id", "build_type", "target_type", "created_at", "id");
CREATE INDEX "build_runs_of_commit_idx" ON "build_runs"("project_id", "commit_hash", "created_at", "id") WHERE (commit_hash <> '');
CREATE INDEX "build_runs_of_changelist_idx" ON "build_runs"("project_id", "changelist", "created_at", "id") WHERE (changelist <> '');
CREATE INDEX "build_runs_project_id_build_number_idx" ON "build_runs"("project_id", "build_number");
CREATE INDEX "build_runs_last_passing_idx" ON "build_runs"("project_id", "job_key", "finished_at") WHERE (status = ANY (ARRAY['completed'::build_status, 'passed_pending_approval'::build_status]));
CREATE INDEX "build_runs_last_failing_idx" ON "build_runs"("project_id", "job_key", "finished_at") WHERE (status = 'failed');
CREATE INDEX "build_runs_account_feed_passed_idx" ON "build_runs"("account_id", "finished_at", "id") WHERE (status = ANY (ARRAY['completed'::build_status, 'passed_pending_approval'::build_status]));
CREATE INDEX "build_runs_account_feed_failed_idx" ON "build_runs"("account_id", "finished_at", "id") WHERE (status = 'failed');
CREATE INDEX "build_runs_project_feed_passed_idx" ON "build_runs"("project_id", "finished_at", "id") WHERE (status = ANY (ARRAY['completed'::build_status, 'passed_pending_approval'::build_status]));
CREATE INDEX "build_runs_project_feed_failed_idx" ON "build_runs"("project_id", "finished_at", "id") WHERE (status = 'failed');
CREATE INDEX "build_runs_unfinished_idx" ON "build_runs"("integration_id", "id") WHERE (finished_at IS NULL);
CREATE UNIQUE INDEX "build_runs_integration_id_job_key_build_number_key" ON "build_runs"("integration_id", "job_key", "build_number");

CREATE INDEX "build_page_steps_status_at_idx" ON "build_page_steps"("status_at");

CREATE INDEX "build_baselines_project_id_updated_at_idx" ON "build_baselines"("project_id", "updated_at");

CREATE INDEX "investigations_build_run_id_created_at_idx" ON "investigations"("build_run_id", "created_at");
CREATE INDEX "investigations_account_id_charged_on_idx" ON "investigations"("account_id", "charged_on");
CREATE INDEX "investigations_automatic_charges_idx" ON "investigations"("project_id", "charged_on") WHERE (automatic AND credits_charged > 0);
CREATE INDEX "investigations_unfinished_idx" ON "investigations"("status", "updated_at") WHERE (status = ANY (ARRAY['pending'::investigation_status, 'running'::investigation_status]));
CREATE UNIQUE INDEX "investigations_one_live_per_build_key" ON "investigations"("build_run_id") WHERE (status <> 'failed');

CREATE INDEX "problems_project_id_last_seen_at_id_idx" ON "problems"("project_id", "last_seen_at", "id");
CREATE INDEX "problems_project_id_state_last_seen_at_id_idx" ON "problems"("project_id", "state", "last_seen_at", "id");
CREATE INDEX "problems_suspected_change_idx" ON "problems"("suspected_change_id") WHERE (suspected_change_id IS NOT NULL);
CREATE INDEX "problems_fix_change_idx" ON "problems"("fix_change_id") WHERE (fix_change_id IS NOT NULL);
CREATE UNIQUE INDEX "problems_project_id_fingerprint_key" ON "problems"("project_id", "fingerprint");

CREATE INDEX "problem_builds_problem_id_seen_at_build_run_id_idx" ON "problem_builds"("problem_id", "seen_at", "build_run_id");
CREATE INDEX "problem_builds_build_run_id_seen_at_idx" ON "problem_builds"("build_run_id", "seen_at");

CREATE INDEX "problem_jobs_failing_idx" ON "problem_jobs"("integration_id", "job_key") WHERE (passes < 3);
CREATE INDEX "problem_jobs_passed_idx" ON "problem_jobs"("passed_at") WHERE (passed_at IS NOT NULL);

CREATE INDEX "credit_ledger_account_id_created_at_id_idx" ON "credit_ledger"("account_id", "created_at", "id");
CREATE UNIQUE INDEX "credit_ledger_investigation_id_reason_key" ON "credit_ledger"("investigation_id", "reason");

CREATE INDEX "assets_project_id_created_at_id_idx" ON "assets"("project_id", "created_at", "id");
CREATE INDEX "assets_project_id_asset_type_created_at_id_idx" ON "assets"("project_id", "asset_type", "created_at", "id");
CREATE INDEX "assets_project_id_pending_idx" ON "assets"("project_id", "created_at", "id") WHERE (approval_status = 'pending');
CREATE UNIQUE INDEX "assets_project_id_path_key" ON "assets"("project_id", "path");

CREATE INDEX "asset_events_account_id_occurred_at_id_idx" ON "asset_events"("account_id", "occurred_at", "id");
CREATE INDEX "asset_events_project_id_occurred_at_id_idx" ON "asset_events"("project_id", "occurred_at", "id");
CREATE UNIQUE INDEX "asset_events_asset_id_integration_id_source_key" ON "asset_events"("asset_id", "integration_id", "source");

CREATE INDEX "approvals_asset_id_created_at_id_idx" ON "approvals"("asset_id", "created_at", "id");
CREATE INDEX "approvals_project_id_created_at_id_idx" ON "approvals"("project_id", "created_at", "id");
CREATE INDEX "approvals_project_id_status_created_at_id_idx" ON "approvals"("project_id", "status", "created_at", "id");
CREATE INDEX "approvals_project_id_approval_stage_created_at_id_idx" ON "approvals"("project_id", "approval_stage", "created_at", "id");
CREATE INDEX "approvals_project_id_commit_sha_idx" ON "approvals"("project_id", "commit_sha");
CREATE INDEX "approvals_project_id_updated_at_id_idx" ON "approvals"("project_id", "updated_at", "id");
CREATE INDEX "approvals_account_feed_requested_idx" ON "approvals"("account_id", "created_at", "id") WHERE (status = 'pending');
CREATE INDEX "approvals_account_feed_decided_idx" ON "approvals"("account_id", "status", "decided_at", "id") WHERE (status <> 'pending');
CREATE INDEX "approvals_project_feed_decided_idx" ON "approvals"("project_id", "status", "decided_at", "id") WHERE (status <> 'pending');

CREATE UNIQUE INDEX "deployments_number_key" ON "deployments"("number");
CREATE INDEX "deployments_project_id_created_at_id_idx" ON "deployments"("project_id", "created_at", "id");
CREATE INDEX "deployments_project_id_status_created_at_id_idx" ON "deployments"("project_id", "status", "created_at", "id");
CREATE INDEX "deployments_project_id_platform_created_at_id_idx" ON "deployments"("project_id", "platform", "created_at", "id");
CREATE INDEX "deployments_project_id_build_run_id_created_at_id_idx" ON "deployments"("project_id", "build_run_id", "created_at", "id");
CREATE INDEX "deployments_project_id_updated_at_id_idx" ON "deployments"("project_id", "updated_at", "id");
CREATE INDEX "deployments_project_id_build_number_idx" ON "deployments"("project_id", "build_number");
CREATE INDEX "deployments_project_id_commit_hash_idx" ON "deployments"("project_id", "commit_hash") WHERE (commit_hash <> '');
CREATE INDEX "deployments_account_id_created_at_id_idx" ON "deployments"("account_id", "created_at", "id");
CREATE UNIQUE INDEX "deployments_integration_id_platform_build_number_branch_ext_key" ON "deployments"("integration_id", "platform", "build_number", "branch", "external_id");

CREATE UNIQUE INDEX "deployment_events_deployment_id_occurred_at_event_key" ON "deployment_events"("deployment_id", "occurred_at", "event");

CREATE INDEX "deliveries_project_id_received_at_id_idx" ON "deliveries"("project_id", "received_at", "id");
CREATE INDEX "deliveries_project_id_outcome_received_at_id_idx" ON "deliveries"("project_id", "outcome", "received_at", "id");
CREATE INDEX "deliveries_project_id_integration_id_received_at_id_idx" ON "deliveries"("project_id", "integration_id", "received_at", "id");
CREATE INDEX "deliveries_project_id_event_received_at_id_idx" ON "deliveries"("project_id", "event", "received_at", "id");
CREATE INDEX "deliveries_replays_idx" ON "deliveries"("project_id", "replay_of", "received_at", "id") WHERE (replay_of IS NOT NULL);

CREATE INDEX "dead_letters_open_idx" ON "dead_letters"("integration_id", "key") WHERE (resolved_at IS NULL);
CREATE INDEX "dead_letters_failed_at_idx" ON "dead_letters"("failed_at");

CREATE INDEX "jenkins_polls_next_poll_at_idx" ON "jenkins_polls"("next_poll_at");
CREATE INDEX "jenkins_polls_server_idx" ON "jenkins_polls"("server");

CREATE INDEX "jenkins_jobs_integration_id_next_check_at_idx" ON "jenkins_jobs"("integration_id", "next_check_at");

CREATE INDEX "jenkins_builds_unsettled_idx" ON "jenkins_builds"("integration_id", "next_poll_at") WHERE (settled_at IS NULL);
CREATE INDEX "jenkins_builds_settled_idx" ON "jenkins_builds"("settled_at") WHERE (settled_at IS NOT NULL);

CREATE INDEX "notification_channels_project_id_created_at_idx" ON "notification_channels"("project_id", "created_at");

CREATE INDEX "notification_rules_project_id_event_idx" ON "notification_rules"("project_id", "event");
CREATE UNIQUE INDEX "notification_rules_channel_id_event_key" ON "notification_rules"("channel_id", "event");
CREATE UNIQUE INDEX "notification_rules_user_id_project_id_event_key" ON "notification_rules"("user_id", "project_id", "event");

CREATE INDEX "notification_preferences_digest_idx" ON "notification_preferences"("next_digest_at") WHERE (next_digest_at IS NOT NULL);

CREATE INDEX "notifications_project_id_thread_key_idx" ON "notifications"("project_id", "thread_key");
CREATE INDEX "notifications_waiting_for_build_idx" ON "notifications"("build_run_id") WHERE (released_at IS NULL);
CREATE INDEX "notifications_unreleased_idx" ON "notifications"("release_at") WHERE (released_at IS NULL);
CREATE INDEX "notifications_released_idx" ON "notifications"("created_at") WHERE (released_at IS NOT NULL);
CREATE UNIQUE INDEX "notifications_project_id_event_key_key" ON "notifications"("project_id", "event_key");

CREATE INDEX "notification_deliveries_pending_idx" ON "notification_deliveries"("channel_id", "id") WHERE (status = 'pending');
CREATE INDEX "notification_deliveries_channel_id_created_at_id_idx" ON "notification_deliveries"("channel_id", "created_at", "id");
CREATE UNIQUE INDEX "notification_deliveries_notification_id_channel_id_key" ON "notification_deliveries"("notification_id", "channel_id");

CREATE INDEX "inbox_items_notification_id_idx" ON "inbox_items"("notification_id");
CREATE INDEX "inbox_items_user_id_id_idx" ON "inbox_items"("user_id", "id");
CREATE INDEX "inbox_items_unread_idx" ON "inbox_items"("user_id") WHERE (read_at IS NULL);
CREATE INDEX "inbox_items_digest_idx" ON "inbox_items"("user_id") WHERE (in_digest);
CREATE UNIQUE INDEX "inbox_items_user_id_notification_id_key" ON "inbox_items"("user_id", "notification_id");

CREATE INDEX "github_connections_project_id_idx" ON "github_connections"("project_id");

CREATE INDEX "github_updates_pending_idx" ON "github_updates"("integration_id", "pending_since", "id") WHERE (pending_since IS NOT NULL);
CREATE INDEX "github_updates_updated_at_idx" ON "github_updates"("updated_at");
CREATE UNIQUE INDEX "github_updates_integration_id_repository_sha_kind_job_name_key" ON "github_updates"("integration_id", "repository", "sha", "kind", "job_name");

CREATE INDEX "github_comments_failing_idx" ON "github_comments"("integration_id", "repository") WHERE (shows_failure);
CREATE INDEX "github_comments_updated_at_idx" ON "github_comments"("updated_at");

CREATE UNIQUE INDEX "mail_outbox_message_id_key" ON "mail_outbox"("message_id");
CREATE INDEX "mail_outbox_user_id_idx" ON "mail_outbox"("user_id");
CREATE INDEX "mail_outbox_due_idx" ON "mail_outbox"("next_attempt_at") WHERE (status = ANY (ARRAY['pending'::mail_status, 'sending'::mail_status]));
CREATE INDEX "mail_outbox_settled_idx" ON "mail_outbox"("created_at") WHERE (status = ANY (ARRAY['sent'::mail_status, 'failed'::mail_status]));
CREATE UNIQUE INDEX "mail_outbox_kind_api_token_id_key" ON "mail_outbox"("kind", "api_token_id");

CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

ALTER TABLE "users" ADD CONSTRAINT "users_default_account_id_fkey" FOREIGN KEY ("default_account_id") REFERENCES "accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "account_memberships" ADD CONSTRAINT "account_memberships_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "account_memberships" ADD CONSTRAINT "account_memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "invitations" ADD CONSTRAINT "invitations_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "sso_providers" ADD CONSTRAINT "sso_providers_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "sso_identities" ADD CONSTRAINT "sso_identities_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "sso_providers"("account_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sso_identities" ADD CONSTRAINT "sso_identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "connected_accounts" ADD CONSTRAINT "connected_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "login_codes" ADD CONSTRAINT "login_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "login_codes" ADD CONSTRAINT "login_codes_api_token_id_fkey" FOREIGN KEY ("api_token_id") REFERENCES "api_tokens"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "login_codes" ADD CONSTRAINT "login_codes_oauth_client_id_fkey" FOREIGN KEY ("oauth_client_id") REFERENCES "oauth_clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_api_token_id_fkey" FOREIGN KEY ("api_token_id") REFERENCES "api_tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_oauth_client_id_fkey" FOREIGN KEY ("oauth_client_id") REFERENCES "oauth_clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "oauth_refresh_tokens" ADD CONSTRAINT "oauth_refresh_tokens_api_token_id_fkey" FOREIGN KEY ("api_token_id") REFERENCES "oauth_grants"("api_token_id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "projects" ADD CONSTRAINT "projects_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "masked_values" ADD CONSTRAINT "masked_values_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "project_memberships" ADD CONSTRAINT "project_memberships_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "project_memberships" ADD CONSTRAINT "project_memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "feed_links" ADD CONSTRAINT "feed_links_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "feed_links" ADD CONSTRAINT "feed_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "integrations" ADD CONSTRAINT "integrations_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "integration_secrets" ADD CONSTRAINT "integration_secrets_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "tasks" ADD CONSTRAINT "tasks_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "task_links" ADD CONSTRAINT "task_links_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "task_links" ADD CONSTRAINT "task_links_change_id_fkey" FOREIGN KEY ("change_id") REFERENCES "changes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "external_references" ADD CONSTRAINT "external_references_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "reference_keys" ADD CONSTRAINT "reference_keys_reference_id_fkey" FOREIGN KEY ("reference_id") REFERENCES "external_references"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "change_mentions" ADD CONSTRAINT "change_mentions_change_id_fkey" FOREIGN KEY ("change_id") REFERENCES "changes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "task_mentions" ADD CONSTRAINT "task_mentions_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "changes" ADD CONSTRAINT "changes_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "change_files" ADD CONSTRAINT "change_files_change_id_fkey" FOREIGN KEY ("change_id") REFERENCES "changes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "ref_moves" ADD CONSTRAINT "ref_moves_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "build_runs" ADD CONSTRAINT "build_runs_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "build_steps" ADD CONSTRAINT "build_steps_build_run_id_fkey" FOREIGN KEY ("build_run_id") REFERENCES "build_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "build_artifacts" ADD CONSTRAINT "build_artifacts_build_run_id_fkey" FOREIGN KEY ("build_run_id") REFERENCES "build_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "build_logs" ADD CONSTRAINT "build_logs_build_run_id_fkey" FOREIGN KEY ("build_run_id") REFERENCES "build_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "build_log_purges" ADD CONSTRAINT "build_log_purges_build_run_id_fkey" FOREIGN KEY ("build_run_id") REFERENCES "build_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "build_page_steps" ADD CONSTRAINT "build_page_steps_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "build_baselines" ADD CONSTRAINT "build_baselines_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "investigations" ADD CONSTRAINT "investigations_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "investigations" ADD CONSTRAINT "investigations_build_run_id_fkey" FOREIGN KEY ("build_run_id") REFERENCES "build_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "problems" ADD CONSTRAINT "problems_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "problem_builds" ADD CONSTRAINT "problem_builds_problem_id_fkey" FOREIGN KEY ("problem_id") REFERENCES "problems"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "problem_builds" ADD CONSTRAINT "problem_builds_build_run_id_fkey" FOREIGN KEY ("build_run_id") REFERENCES "build_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "problem_jobs" ADD CONSTRAINT "problem_jobs_problem_id_fkey" FOREIGN KEY ("problem_id") REFERENCES "problems"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "problem_days" ADD CONSTRAINT "problem_days_problem_id_fkey" FOREIGN KEY ("problem_id") REFERENCES "problems"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "credit_ledger" ADD CONSTRAINT "credit_ledger_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "assets" ADD CONSTRAINT "assets_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "asset_events" ADD CONSTRAINT "asset_events_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "approvals" ADD CONSTRAINT "approvals_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "deployments" ADD CONSTRAINT "deployments_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "deployment_events" ADD CONSTRAINT "deployment_events_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "jenkins_polls" ADD CONSTRAINT "jenkins_polls_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "jenkins_jobs" ADD CONSTRAINT "jenkins_jobs_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "jenkins_builds" ADD CONSTRAINT "jenkins_builds_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "notification_rules" ADD CONSTRAINT "notification_rules_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notification_rules" ADD CONSTRAINT "notification_rules_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "notification_channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notification_rules" ADD CONSTRAINT "notification_rules_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "notifications" ADD CONSTRAINT "notifications_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "notification_channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "github_connections" ADD CONSTRAINT "github_connections_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "github_updates" ADD CONSTRAINT "github_updates_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "github_connections"("integration_id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "github_comments" ADD CONSTRAINT "github_comments_integration_id_fkey" FOREIGN KEY ("integration_id") REFERENCES "github_connections"("integration_id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_api_token_id_fkey" FOREIGN KEY ("api_token_id") REFERENCES "api_tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_api_token_id_fkey" FOREIGN KEY ("api_token_id") REFERENCES "api_tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;
