import { captionedFile, ONE_FILE } from '@guiche/contracts/forms.js'
import {
  type FilesField,
  type MediaField,
  namesOf,
  type StoredMedia,
} from '@guiche/contracts/records/fields.js'
import { isErasable } from '@guiche/contracts/records/index.js'
import { kindOf } from '@guiche/contracts/records/kinds/index.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import { ok } from '@guiche/contracts/result.js'
import type { Answer, FormCall, SignedInCall } from '@guiche/infra/http/route.js'
import type { AreaDeps } from '../deps.js'
import { removeFormer } from '../files/former.js'
import { outsideOf } from '../files/outside.js'
import { receiveFile } from '../files/receive.js'
import { type FileDeps, toBeNamed } from '../files/unnamed.js'
import { metaOf } from '../kernel/meta.js'
import type { RecordDecider, Stored } from './decide.js'
import type { Refs } from './refs.js'

interface MediaDeps extends Pick<AreaDeps, 'kernel'>, FileDeps {
  readonly refs: Refs
  readonly spec: RecordSpec
  readonly decider: RecordDecider
  readonly streamOf: (companyId: number, id: number) => string
}

/** What an upload answers: of a file among several its id, by which bodies name it. */
const answerOf = (
  declared: MediaField | FilesField,
  media: StoredMedia | null,
  told: Stored | undefined,
  field: string,
) => {
  if (declared.kind === 'media') return { mensagem: media === null ? declared.removed : declared.attached }
  return { mensagem: declared.attached, id: kindOf(declared).holds?.(told?.[field]).at(-1) ?? '' }
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
    { asked, caption = '' }: { readonly asked: unknown; readonly caption?: string },
  ): Promise<Answer> => {
    const { caller } = call
    const id = Number(call.params.id)
    const stream = streamOf(caller.companyId, id)
    const command = { kind: 'attach', id, caller, field, media, caption } as const
    if (media !== null) await toBeNamed(deps, media.blobId, stream)
    const handled = await kernel.execute(decider, stream, command, metaOf(call, asked))
    if (!handled.ok) return handled
    const { state, position, events } = handled.value
    await removeFormer(outside, state.formerFiles, id)
    const stored = state.records.get(id)
    const stands = isErasable(spec) && stored ? await refs.stands(spec, stored, metaOf(call, asked)) : null
    if (stands?.ok === false) return stands
    const declared = spec.fields[field] as MediaField | FilesField
    const named = kindOf(declared).holds?.(stored?.[field]) ?? []
    // a repeated command has brought its file before
    if (media !== null && !named.includes(media.blobId)) await blobs.remove(media.blobId)
    return ok({ position, body: async () => answerOf(declared, media, events.at(-1)?.data, field) })
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
    const declared = spec.fields[field] as MediaField | FilesField
    const form = declared.kind === 'files' ? captionedFile(declared.caption) : ONE_FILE
    const received = await receiveFile(deps, call, form)
    if (!received.ok) return received
    const { media, caption, asked } = received.value.value
    // the same file with another caption is something else
    const about = caption === '' ? asked : { asked, caption }
    const done = await attach(received.value.call, field, media, { asked: about, caption })
    // with the store away nobody knows whether the record names it
    if (!done.ok && done.error.code !== 'ERR_UNAVAILABLE') await blobs.remove(media.blobId)
    return done
  }

  return Object.fromEntries(
    [...namesOf(spec.fields, 'media'), ...namesOf(spec.fields, 'files')].flatMap((field) => [
      [`POST ${spec.path}/:id/${field}-upload`, (call: FormCall) => upload(call, field)],
      [
        `DELETE ${spec.path}/:id/${field}-upload`,
        (call: SignedInCall) => attach(call, field, null, { asked: null }),
      ],
    ]),
  )
}
