/**
 * All tables. On Citus, those of `organization` are spread over the workers by `organization_id`, each organization on one;
 * `all` stay on the coordinator. Tests compare the list with the migrations.
 */
const tables = {
  activities: 'organization',
  activity_seals: 'organization',
  address_keys: 'organization',
  api_tokens: 'all',
  bulk_change_chunks: 'organization',
  contact_counts: 'organization',
  contact_ids: 'organization',
  contacts: 'organization',
  do_not_contact: 'organization',
  duplicates: 'organization',
  fields: 'organization',
  idempotent_answers: 'organization',
  import_files: 'organization',
  import_rows: 'organization',
  imported_contacts: 'organization',
  imports: 'organization',
  // All organizations share one queue.
  jobs: 'all',
  notes: 'organization',
  organizations: 'all',
  proposals: 'organization',
  rate_counts: 'all',
  redemptions: 'organization',
  referral_code_segments: 'organization',
  referral_codes: 'organization',
  replica_contacts: 'organization',
  replicas: 'all',
  rule_outcomes: 'organization',
  // Saved views refer to people, who are on the coordinator.
  saved_views: 'all',
  segment_days: 'organization',
  segments: 'organization',
  staff_account: 'all',
  staff_membership: 'all',
  staff_rate_limit: 'all',
  staff_session: 'all',
  staff_two_factor: 'all',
  staff_user: 'all',
  staff_verification: 'all',
  told_rules: 'organization',
  unsealed_activities: 'organization',
  webhook_deliveries: 'organization',
  webhooks: 'organization',
} satisfies Record<string, 'organization' | 'all'>;

export const TABLES = Object.keys(tables);

/** Tables that are spread over workers where the server is a Citus coordinator. */
export const DISTRIBUTED = TABLES.filter((name) => tables[name as keyof typeof tables] === 'organization');
