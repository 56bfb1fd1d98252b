-- CreateTable
CREATE TABLE "account_groups" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "rotates_from" DATE,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_groups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "group_members" (
    "group_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "group_members_pkey" PRIMARY KEY ("group_id","user_id")
);

-- CreateTable
CREATE TABLE "group_swaps" (
    "group_id" INTEGER NOT NULL,
    "week" DATE NOT NULL,
    "user_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,

    CONSTRAINT "group_swaps_pkey" PRIMARY KEY ("group_id","week")
);

-- CreateTable
CREATE TABLE "ownership_rules" (
    "project_id" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ownership_rules_pkey" PRIMARY KEY ("project_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_groups_account_id_slug_key" ON "account_groups"("account_id", "slug");

-- CreateIndex
CREATE INDEX "group_members_user_id_account_id_idx" ON "group_members"("user_id", "account_id");

-- CreateIndex
CREATE INDEX "group_swaps_user_id_account_id_idx" ON "group_swaps"("user_id", "account_id");

-- AddForeignKey
ALTER TABLE "account_groups" ADD CONSTRAINT "account_groups_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "account_groups"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_user_id_account_id_fkey" FOREIGN KEY ("user_id", "account_id") REFERENCES "account_memberships"("user_id", "account_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "group_swaps" ADD CONSTRAINT "group_swaps_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "account_groups"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "group_swaps" ADD CONSTRAINT "group_swaps_user_id_account_id_fkey" FOREIGN KEY ("user_id", "account_id") REFERENCES "account_memberships"("user_id", "account_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ownership_rules" ADD CONSTRAINT "ownership_rules_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
