import { Type } from '@sinclair/typebox'
import { Strict } from '../envelope.js'
import { FILE_CODES } from '../errors/files.js'
import { MAX_FILE_SIZE } from '../files/files.js'
import { type FormSpec, MOST_FILES } from '../files/forms.js'
import { RECORDS } from '../records/index.js'
import { routes } from './route.js'

const { caption } = RECORDS.fileList.fields.options
const unused = Type.Optional(Type.String({ maxLength: 100, deprecated: true, description: 'Has no effect' }))
const LIST_FORM = {
  files: {
    name: 'files',
    most: MOST_FILES,
    bytes: MAX_FILE_SIZE,
    description:
      'Each file takes the place whose id stands at its own place among the ids, else the last one',
  },
  fields: Strict({
    ...{ fileId: unused, typeArch: unused },
    mediaType: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), { deprecated: true, description: 'Has no effect' }),
    ),
    name: Type.Optional(
      Type.Array(Type.String({ maxLength: caption }), { description: 'Captions, in the order of the files' }),
    ),
    id: Type.Optional(
      Type.Array(Type.String({ pattern: '^([1-9][0-9]{0,14})?$' }), {
        description: 'Ids of places, in the order of the files',
      }),
    ),
  }),
} as const satisfies FormSpec

/** Routes of file lists besides those of every record. */
export const fileListRoutes = routes({
  'POST /files/uploadList/:id': {
    allow: 'user',
    on: 'decider',
    form: LIST_FORM,
    answer: Strict({ mensagem: Type.String() }),
    views: ['file-lists'],
    errors: ['ERR_NO_FILE_LIST_FOUND', ...FILE_CODES],
    summary: 'Brings files to places of a file list, all or none',
  },
})
