import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { StoredMedia } from '@guiche/contracts/records/fields.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { FormCall, Reply, SignedInCall } from '@guiche/infra/http/route.js'
import type { AreaDeps } from '../deps.js'
import { removeFormerFiles } from '../files/former-files.js'
import { receiveFiles } from '../files/receive.js'
import { type FileDeps, toBeNamed } from '../files/unnamed.js'
import { metaOf } from '../kernel/meta.js'
import { connectionsDecider } from './decide.js'

type Call = SignedInCall & { readonly params: { readonly id: number } }
type EmptyReply = Promise<Result<Reply<''>, DomainError>>

/**
 * The file of a connection's greeting: 1. store the new file; 2. append the event that names it; 3. remove the earlier
 * file.
 */
export const greetingFile = (deps: Pick<AreaDeps, 'kernel'> & FileDeps) => {
  const { kernel, blobs } = deps
  const attach = async (call: Call, media: StoredMedia | null, asked?: unknown): EmptyReply => {
    const stream = streams.connections(call.caller.companyId)
    const { id } = call.params
    const command = { kind: 'attach', connectionId: id, media } as const
    if (media !== null) await toBeNamed(deps, media.blobId, stream)
    const handled = await kernel.execute(connectionsDecider, stream, command, metaOf(call, asked))
    if (!handled.ok) return handled
    const { state, position } = handled.value
    await removeFormerFiles(blobs, state.formerFiles, id)
    // a repeated command keeps the file of its first run, so the new copy is removed
    if (media !== null && media.blobId !== state.all.get(id)?.media?.blobId) await blobs.remove(media.blobId)
    return ok({ position, body: '' })
  }
  return {
    bring: async (call: FormCall<Call>): EmptyReply => {
      const { state } = await kernel.load(connectionsDecider, streams.connections(call.caller.companyId))
      if (!state.all.has(call.params.id)) return err(domainError('ERR_NO_WAPP_FOUND'))
      const received = await receiveFiles(deps, call)
      if (!received.ok) return received
      const {
        media: [media],
        asked,
      } = received.value.value
      const done = await attach(received.value.call, media, asked)
      // in an outage it is unknown whether the connection names the file
      if (!done.ok && done.error.code !== 'ERR_UNAVAILABLE') await blobs.remove(media.blobId)
      return done
    },
    takeAway: (call: Call): EmptyReply => attach(call, null),
  }
}
