-- AlterTable
ALTER TABLE "users" ADD COLUMN     "is_address_proven" BOOLEAN NOT NULL DEFAULT true;
