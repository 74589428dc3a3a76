import { type MediaField, namesOf, type StoredMedia } from '@guiche/contracts/records/fields.js'
import { isErasable } from '@guiche/contracts/records/index.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import { ok } from '@guiche/contracts/result.js'
import type { Answer, FormCall, SignedInCall } from '@guiche/infra/http/route.js'
import type { AreaDeps } from '../deps.js'
import { removeFormer } from '../files/former.js'
import { outsideOf } from '../files/outside.js'
import { receiveFile } from '../files/receive.js'
import { type FileDeps, toBeNamed } from '../files/unnamed.js'
import { metaOf } from '../kernel/meta.js'
import type { RecordDecider } from './decide.js'
import type { Refs } from './refs.js'

interface MediaDeps extends Pick<AreaDeps, 'kernel'>, FileDeps {
  readonly refs: Refs
  readonly spec: RecordSpec
  readonly decider: RecordDecider
  readonly streamOf: (companyId: number, id: number) => string
}

/**
 * The commands that bring the file of a record and take it away. A file is stored first and named by an event then; the
 * one that it replaces is removed after that. Whoever may not change the record stores nothing.
 */
export const mediaCommands = (
  deps: MediaDeps,
): Readonly<Record<string, (call: FormCall) => Promise<Answer>>> => {
  const outside = outsideOf(deps)
  const { kernel, blobs, refs, spec, decider, streamOf } = deps

  const attach = async (
    call: SignedInCall,
    field: string,
    media: StoredMedia | null,
    asked: unknown,
  ): Promise<Answer> => {
    const { caller } = call
    const id = Number(call.params.id)
    const stream = streamOf(caller.companyId, id)
    const command = { kind: 'attach', id, caller, field, media } as const
    if (media !== null) await toBeNamed(deps, media.blobId, stream)
    const handled = await kernel.execute(decider, stream, command, metaOf(call, asked))
    if (!handled.ok) return handled
    const { state, position } = handled.value
    await removeFormer(outside, state.formerFiles, id)
    const stored = state.records.get(id)
    const stands = isErasable(spec) && stored ? await refs.stands(spec, stored, metaOf(call, asked)) : null
    if (stands?.ok === false) return stands
    const current = stored?.[field] as StoredMedia | null | undefined
    // a repeated command has brought its file before
    if (media !== null && current?.blobId !== media.blobId) await blobs.remove(media.blobId)
    const { attached, removed } = spec.fields[field] as MediaField
    return ok({ position, body: async () => ({ mensagem: media === null ? removed : attached }) })
  }

  const upload = async (call: FormCall, field: string): Promise<Answer> => {
    const { caller } = call
    const id = Number(call.params.id)
    const stream = streamOf(caller.companyId, id)
    const { state } = await kernel.load(decider, stream)
    const may = decider.decide(state, { kind: 'change', id, caller, values: {} }, '')
    if (!may.ok) {
      // a repetition is answered as at first; whether it brings the same file is seen once that is here
      const before = await kernel.earlier(decider, stream, metaOf(call, null))
      if (before.ok && before.value === null) return may
    }
    const received = await receiveFile(deps, call)
    if (!received.ok) return received
    const { media, asked } = received.value.value
    const done = await attach(received.value.call, field, media, asked)
    // with the store away nobody knows whether the record names it
    if (!done.ok && done.error.code !== 'ERR_UNAVAILABLE') await blobs.remove(media.blobId)
    return done
  }

  return Object.fromEntries(
    namesOf(spec.fields, 'media').flatMap((field) => [
      [`POST ${spec.path}/:id/${field}-upload`, (call: FormCall) => upload(call, field)],
      [`DELETE ${spec.path}/:id/${field}-upload`, (call: SignedInCall) => attach(call, field, null, null)],
    ]),
  )
}
