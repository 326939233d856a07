import type { ExportColumn } from './import';

/** Headers of an exported file, in the order in which people choose among them. */
export const exportHeaders: Record<ExportColumn, string> = {
  email: 'Email',
  phone: 'Phone',
  firstname: 'First name',
  lastname: 'Last name',
  jobtitle: 'Job title',
  company: 'Company',
  segments: 'Segments',
  createdAt: 'Created',
  updatedAt: 'Updated',
  id: 'Id',
};
