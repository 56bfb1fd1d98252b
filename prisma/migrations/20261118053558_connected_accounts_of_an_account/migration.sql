-- A login belongs to a person in an account, and ends with the membership.

-- AlterTable
ALTER TABLE "connected_accounts" ADD COLUMN     "account_id" INTEGER;

-- No membership may end before the foreign key exists.
LOCK TABLE "account_memberships" IN SHARE ROW EXCLUSIVE MODE;

-- Existing logins counted in every account of the person. The lowest account keeps the row and its id, the others get
-- copies. A person without an account has nothing that a login could be matched in.
UPDATE "connected_accounts" c
SET "account_id" = (SELECT min(m."account_id") FROM "account_memberships" m WHERE m."user_id" = c."user_id");

DELETE FROM "connected_accounts" WHERE "account_id" IS NULL;

-- DropIndex
DROP INDEX "connected_accounts_user_id_provider_uid_key";

INSERT INTO "connected_accounts" ("account_id", "user_id", "provider", "uid", "created_at")
SELECT m."account_id", c."user_id", c."provider", c."uid", c."created_at"
FROM "connected_accounts" c
JOIN "account_memberships" m ON m."user_id" = c."user_id" AND m."account_id" <> c."account_id"
ORDER BY c."id", m."account_id";

ALTER TABLE "connected_accounts" ALTER COLUMN "account_id" SET NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "connected_accounts_account_id_user_id_provider_uid_key" ON "connected_accounts"("account_id", "user_id", "provider", "uid");

-- DropForeignKey
ALTER TABLE "connected_accounts" DROP CONSTRAINT "connected_accounts_user_id_fkey";

-- AddForeignKey
ALTER TABLE "connected_accounts" ADD CONSTRAINT "connected_accounts_user_id_account_id_fkey" FOREIGN KEY ("user_id", "account_id") REFERENCES "account_memberships"("user_id", "account_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The release before this one names no account, and means every account of the person.
CREATE FUNCTION connect_in_every_account() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  SELECT min(account_id) INTO NEW.account_id FROM account_memberships WHERE user_id = NEW.user_id;
  INSERT INTO connected_accounts (account_id, user_id, provider, uid, created_at)
  SELECT account_id, user_id, NEW.provider, NEW.uid, NEW.created_at
  FROM account_memberships WHERE user_id = NEW.user_id AND account_id <> NEW.account_id
  ON CONFLICT DO NOTHING;
  RETURN NEW;
END
$$;

CREATE TRIGGER connected_accounts_every_account BEFORE INSERT ON connected_accounts
FOR EACH ROW WHEN (NEW.account_id IS NULL) EXECUTE FUNCTION connect_in_every_account();
