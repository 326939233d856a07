import type { ExportColumn } from './export';

/** Column headers, in the order of the export dialog. */
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
