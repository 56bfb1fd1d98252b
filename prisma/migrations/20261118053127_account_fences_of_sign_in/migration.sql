-- AlterTable
ALTER TABLE "account_memberships" ADD COLUMN     "suspended_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "sso_allowed_addresses" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sso_allowed_addresses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "wrong_codes" (
    "user_id" INTEGER NOT NULL,
    "browser" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "wrong_codes_pkey" PRIMARY KEY ("user_id","browser")
);

-- CreateIndex
CREATE UNIQUE INDEX "sso_allowed_addresses_account_id_email_key" ON "sso_allowed_addresses"("account_id", "email");

-- AddForeignKey
ALTER TABLE "sso_allowed_addresses" ADD CONSTRAINT "sso_allowed_addresses_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "sso_providers"("account_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wrong_codes" ADD CONSTRAINT "wrong_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
