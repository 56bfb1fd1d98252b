-- AlterTable
ALTER TABLE "login_codes" ADD COLUMN     "oauth_client_id" UUID,
ADD COLUMN     "resource" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "oauth_clients" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "redirect_uris" TEXT[],
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_clients_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_grants" (
    "api_token_id" INTEGER NOT NULL,
    "oauth_client_id" UUID NOT NULL,
    "resource" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_grants_pkey" PRIMARY KEY ("api_token_id")
);

-- CreateTable
CREATE TABLE "oauth_refresh_tokens" (
    "token_hash" CHAR(64) NOT NULL,
    "api_token_id" INTEGER NOT NULL,
    "salt" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_refresh_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE INDEX "oauth_clients_expires_at_idx" ON "oauth_clients"("expires_at");

-- CreateIndex
CREATE INDEX "oauth_grants_oauth_client_id_idx" ON "oauth_grants"("oauth_client_id");

-- CreateIndex
CREATE INDEX "oauth_refresh_tokens_api_token_id_idx" ON "oauth_refresh_tokens"("api_token_id");

-- CreateIndex
CREATE INDEX "oauth_refresh_tokens_expires_at_idx" ON "oauth_refresh_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "login_codes_oauth_client_id_idx" ON "login_codes"("oauth_client_id");

-- AddForeignKey
ALTER TABLE "login_codes" ADD CONSTRAINT "login_codes_oauth_client_id_fkey" FOREIGN KEY ("oauth_client_id") REFERENCES "oauth_clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_api_token_id_fkey" FOREIGN KEY ("api_token_id") REFERENCES "api_tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_oauth_client_id_fkey" FOREIGN KEY ("oauth_client_id") REFERENCES "oauth_clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_refresh_tokens" ADD CONSTRAINT "oauth_refresh_tokens_api_token_id_fkey" FOREIGN KEY ("api_token_id") REFERENCES "oauth_grants"("api_token_id") ON DELETE CASCADE ON UPDATE CASCADE;
