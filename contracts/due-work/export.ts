import { dueKind } from './kind.js'

/** An export of a company: it is written, and its file is removed once its day is over. */
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
