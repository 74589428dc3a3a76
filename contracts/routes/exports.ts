import { Type } from '@sinclair/typebox'
import { ExportRecord } from '../company/exports.js'
import { Nullable } from '../envelope.js'
import { routes } from './route.js'

export const exportRoutes = routes({
  'GET /company-export': {
    allow: 'admin',
    answer: Nullable(ExportRecord),
    summary: 'How the last export of the own company stands, or null',
  },
  'GET /public/company-export/:id': {
    allow: 'admin',
    notInVisit: true,
    params: { id: Type.String({ maxLength: 80 }) },
    file: true,
    errors: ['ERR_NO_FILE_FOUND'],
    summary: 'The file of an export, or a range of it, for whoever asked for it, for a day',
  },
  'POST /company-export': {
    allow: 'admin',
    notInVisit: true,
    answer: ExportRecord,
    errors: ['ERR_EXPORT_RUNNING'],
    summary: 'Asks for an export of all that the own company has; the file of the one before goes',
  },
})
