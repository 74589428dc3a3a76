import { domainError } from '@guiche/contracts/errors.js'
import { type FormSpec, ONE_FILE } from '@guiche/contracts/files/forms.js'
import type { StoredMedia } from '@guiche/contracts/records/fields.js'
import { err, ok } from '@guiche/contracts/result.js'
import type { FormCall, SignedInCall } from '@guiche/infra/http/route.js'
import { readForm } from './multipart.js'
import type { FileDeps } from './unnamed.js'
import { storeFile } from './upload.js'

/** The files of a form, stored. */
export interface ReceivedFiles {
  readonly media: readonly [StoredMedia, ...StoredMedia[]]
  /** texts of the form by name, in the order of their arrival */
  readonly fields: ReadonlyMap<string, readonly string[]>
  /** describes the files, so that a repetition of the command with other ones is recognised */
  readonly asked: unknown
}

/**
 * Stores the files of a form. On an error, no file stays stored. Errors: ERR_VALIDATION (no files, or too many),
 * ERR_BODY_TOO_LARGE, ERR_MEDIA_EMPTY, ERR_MEDIA_TYPE, ERR_MEDIA_TOO_LARGE, those of `call.receive`.
 */
export const receiveFiles = <C extends SignedInCall>(
  deps: FileDeps,
  call: FormCall<C>,
  spec: FormSpec = ONE_FILE,
) => {
  const stored: StoredMedia[] = []
  return call.receive(
    async (request) => {
      const form = await readForm(request, spec, async (incoming) => {
        const file = await storeFile(deps, call.caller.companyId, incoming)
        if (!file.ok) return file.error
        const { blobId, fileName, mimetype, size } = file.value.media
        stored.push({ blobId, fileName, mimetype, size })
        return null
      })
      if (!form.ok) return form
      const [first, ...others] = stored
      if (first === undefined) return err(domainError('ERR_VALIDATION', { field: spec.files.name }))
      const { fields, files } = form.value
      const received: ReceivedFiles = { media: [first, ...others], fields, asked: files }
      return ok(received)
    },
    async () => {
      for (const { blobId } of stored) await deps.blobs.remove(blobId)
    },
  )
}
