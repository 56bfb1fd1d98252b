-- CreateEnum
CREATE TYPE "sso_state" AS ENUM ('off', 'optional', 'required');

-- CreateTable
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

-- CreateTable
CREATE TABLE "sso_identities" (
    "account_id" INTEGER NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sso_identities_pkey" PRIMARY KEY ("account_id","subject")
);

-- CreateIndex
CREATE UNIQUE INDEX "sso_providers_verified_domain_key" ON "sso_providers"("domain") WHERE (domain_verified_at IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "sso_identities_user_id_account_id_key" ON "sso_identities"("user_id", "account_id");

-- AddForeignKey
ALTER TABLE "sso_providers" ADD CONSTRAINT "sso_providers_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sso_identities" ADD CONSTRAINT "sso_identities_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "sso_providers"("account_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sso_identities" ADD CONSTRAINT "sso_identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
