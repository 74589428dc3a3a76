import { dueKind } from './kind.js'

/** A company's export: writes the file, and removes it a day later. */
export const companyExport = dueKind({
  worker: 'command-api',
  subject: 'export',
  view: { version: 1 },
  asks: {
    'export.requested.v1': () => ({ later: true }),
    'export.finished.v1': ({ data }) => ({ dueAt: data.until, later: true }),
  },
  ends: { 'export.failed.v1': true },
})
