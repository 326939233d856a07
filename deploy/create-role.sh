#!/bin/sh
# Runs once, when the image of PostgreSQL has made its database: the program's role owns that database and nothing more,
# and the superuser is left without a password, so that only a shell in the container is one.
psql --set=ON_ERROR_STOP=1 --set=password="$(cat /run/secrets/database-password)" --username=postgres --dbname=postgres <<'SQL'
CREATE ROLE roster LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'password';
ALTER DATABASE roster OWNER TO roster;
ALTER ROLE postgres PASSWORD NULL;
SQL
