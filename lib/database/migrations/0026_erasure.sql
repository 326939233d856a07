-- Its statements are in TypeScript, beside the list of places where a contact's data is kept.
DROP FUNCTION purge_contacts(uuid, text, uuid, text, text, uuid[]);
