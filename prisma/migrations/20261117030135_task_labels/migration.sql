-- CreateTable
CREATE TABLE "task_labels" (
    "project_id" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "task_id" INTEGER NOT NULL,

    CONSTRAINT "task_labels_pkey" PRIMARY KEY ("project_id","label","created_at","task_id")
);

-- A trigger, because the previous release writes tasks too while it is being replaced.
CREATE FUNCTION maintain_task_labels() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM task_labels WHERE project_id = OLD.project_id AND label = ANY (OLD.labels)
      AND created_at = OLD.created_at AND task_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO task_labels (project_id, label, created_at, task_id)
    SELECT NEW.project_id, label, NEW.created_at, NEW.id FROM unnest(NEW.labels) AS label
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "tasks_labels" AFTER INSERT OR DELETE OR UPDATE OF "labels", "project_id", "created_at" ON "tasks"
  FOR EACH ROW EXECUTE FUNCTION maintain_task_labels();
