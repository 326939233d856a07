import type { Contact } from '@/lib/contract/contact';

const time = '2026-01-31T09:30:00.000Z';

export const ana: Contact = {
  id: '0198c0de-7a11-7000-8000-0000000000aa',
  email: 'ana@example.com',
  phone: null,
  contact: { firstname: 'Ana', company: 'Acme' },
  segments: [],
  organizationId: '0198c0de-7a11-7000-8000-0000000000ff',
  createdAt: time,
  updatedAt: time,
};
