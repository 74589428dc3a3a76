import { domainError } from '@guiche/contracts/errors.js'
import { type FormSpec, ONE_FILE } from '@guiche/contracts/forms.js'
import type { StoredMedia } from '@guiche/contracts/records/fields.js'
import { err, ok } from '@guiche/contracts/result.js'
import type { FormCall, SignedInCall } from '@guiche/infra/http/route.js'
import { readForm } from './multipart.js'
import type { FileDeps } from './unnamed.js'
import { storeFile } from './upload.js'

/**
 * Stores the only file of a form, with its caption; on an error nothing stays. `asked` describes the file, so that a repetition of the
 * command with another file is recognised.
 * Errors: ERR_VALIDATION (none, or several), ERR_MEDIA_EMPTY, ERR_MEDIA_TYPE,
 * ERR_MEDIA_TOO_LARGE, those of `call.receive`.
 */
export const receiveFile = <C extends SignedInCall>(
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
      const [media] = stored
      return media === undefined
        ? err(domainError('ERR_VALIDATION', { field: ONE_FILE.files.name }))
        : ok({
            media,
            caption: form.value.fields.get('caption')?.[0] ?? '',
            asked: form.value.files as unknown,
          })
    },
    async () => {
      for (const { blobId } of stored) await deps.blobs.remove(blobId)
    },
  )
}
