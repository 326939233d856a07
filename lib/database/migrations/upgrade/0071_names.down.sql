ALTER TABLE activities ADD COLUMN seal integer DEFAULT 0;
