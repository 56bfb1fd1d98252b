-- CreateEnum
CREATE TYPE "fix_kind" AS ENUM ('specific', 'general');

-- AlterTable
ALTER TABLE "investigations" ADD COLUMN     "fix_kind" "fix_kind";
