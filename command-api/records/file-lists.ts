import type { UploadedFile } from '@guiche/contracts/records/fields.js'
import { RECORDS } from '@guiche/contracts/records/index.js'
import { ok } from '@guiche/contracts/result.js'
import { fileListRoutes } from '@guiche/contracts/routes/file-lists.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import type { ReceivedFiles } from '../files/receive.js'
import { streamOf } from './absent-record.js'
import { deciderOf } from './deciders.js'
import { createUpload, type MediaDeps } from './media.js'

/** The files of a form. Each has the id of its entry in the list, and a caption if the form has one. */
const uploadedFiles = ({ media, fields }: ReceivedFiles): readonly UploadedFile[] => {
  const [ids = [], names = []] = [fields.get('id'), fields.get('name')]
  return media.map((one, at) => ({
    media: one,
    ...(names[at] !== undefined && { caption: names[at] }),
    ...(ids[at] && { place: Number(ids[at]) }),
  }))
}

/** The command by which existing clients bring several files to a list at once. */
export const fileListCommands = (
  deps: Pick<MediaDeps, 'kernel' | 'refs' | 'blobs' | 'vault' | 'clock' | 'config'>,
): readonly Route[] => {
  const spec = RECORDS.fileList
  const { upload } = createUpload({
    ...deps,
    spec,
    decider: deciderOf('fileList'),
    streamOf: (companyId, id) => streamOf(spec, companyId, id),
  })
  const form = { spec: fileListRoutes['POST /files/uploadList/:id'].form, bringing: uploadedFiles }
  return serving('command', {})(fileListRoutes, {
    'POST /files/uploadList/:id': async (call) => {
      const done = await upload(call, 'options', form)
      if (!done.ok) return done
      return ok({ ...done.value, body: { mensagem: spec.fields.options.attached } })
    },
  })
}
