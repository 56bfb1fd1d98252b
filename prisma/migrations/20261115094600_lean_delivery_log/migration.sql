-- AlterTable
ALTER TABLE "deliveries" DROP COLUMN "content_type",
DROP COLUMN "request_id";
