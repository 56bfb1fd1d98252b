-- AlterTable
ALTER TABLE "asset_events" ADD COLUMN     "preview_url" TEXT;

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "preview_hosts" TEXT[] DEFAULT ARRAY[]::TEXT[];
