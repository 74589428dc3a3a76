import type { DomainError } from '@guiche/contracts/errors.js'
import { captionedFile, type FormSpec, ONE_FILE } from '@guiche/contracts/files/forms.js'
import {
  type FilesField,
  type MediaField,
  namesOf,
  type UploadedFile,
} from '@guiche/contracts/records/fields.js'
import { isErasable } from '@guiche/contracts/records/index.js'
import { kindOf } from '@guiche/contracts/records/kinds/index.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import { ok, type Result } from '@guiche/contracts/result.js'
import type { Answer, FormCall, SignedInCall } from '@guiche/infra/http/route.js'
import type { AreaDeps } from '../deps.js'
import { removeFormerFiles } from '../files/former-files.js'
import { namedStorageOf } from '../files/named-storage.js'
import { type ReceivedFiles, receiveFiles } from '../files/receive.js'
import { type FileDeps, toBeNamed } from '../files/unnamed.js'
import { metaOf } from '../kernel/meta.js'
import type { RecordDecider } from './decide.js'
import type { Refs } from './refs.js'
import type { StoredValues } from './state.js'

export interface MediaDeps extends Pick<AreaDeps, 'kernel'>, FileDeps {
  readonly refs: Refs
  readonly spec: RecordSpec
  readonly decider: RecordDecider
  readonly streamOf: (companyId: number, id: number) => string
}

/** Body of an upload's answer: for one file of several, the id by which bodies name it. */
const answerOf = (
  declared: MediaField | FilesField,
  brings: readonly UploadedFile[],
  told: StoredValues | undefined,
  field: string,
) => {
  if (declared.kind === 'media') {
    return { mensagem: brings.every(({ media }) => media === null) ? declared.removed : declared.attached }
  }
  return { mensagem: declared.attached, id: Number((told?.[field] as { readonly last?: number })?.last ?? 0) }
}

/** A form's files, and their effect on the record. */
interface Form {
  readonly spec: FormSpec
  bringing(received: ReceivedFiles): readonly UploadedFile[]
}

/** Brings the files of a form to a field of a record. */
export const createUpload = (deps: MediaDeps) => {
  const outside = namedStorageOf(deps)
  const { kernel, blobs, refs, spec, decider, streamOf } = deps

  /** Brings stored files, all or none, or takes one away. */
  const attach = async (
    call: SignedInCall,
    field: string,
    brings: readonly UploadedFile[],
    asked: unknown,
  ): Promise<Answer<{ readonly mensagem: string }>> => {
    const { caller } = call
    const id = Number(call.params.id)
    const stream = streamOf(caller.companyId, id)
    const command = { kind: 'attach', id, caller, field, brings } as const
    const brought = brings.flatMap(({ media }) => media?.blobId ?? [])
    for (const blobId of brought) await toBeNamed(deps, blobId, stream)
    const handled = await kernel.execute(decider, stream, command, metaOf(call, asked))
    if (!handled.ok) return handled
    const { state, position, events } = handled.value
    await removeFormerFiles(outside, state.formerFiles, id)
    const stored = state.records.get(id)
    const stands = isErasable(spec) && stored ? await refs.stands(spec, stored, metaOf(call, asked)) : null
    if (stands?.ok === false) return stands
    const declared = spec.fields[field] as MediaField | FilesField
    const named = kindOf(declared).holds?.(stored?.[field]) ?? []
    // a repeated command has brought its files before
    for (const blobId of brought) if (!named.includes(blobId)) await blobs.remove(blobId)
    return ok({ position, body: async () => answerOf(declared, brings, events.at(-1)?.data, field) })
  }

  /**
   * Why the caller may not store a file; null if the caller may change the record. A repetition passes this check, because the
   * same files are needed to give the first answer again.
   */
  const refusal = async (call: SignedInCall): Promise<Result<never, DomainError> | null> => {
    const { caller } = call
    const id = Number(call.params.id)
    const stream = streamOf(caller.companyId, id)
    const { state } = await kernel.load(decider, stream)
    const may = decider.decide(state, { kind: 'change', id, caller, values: {} }, '')
    if (may.ok) return null
    const before = await kernel.earlier(decider, stream, metaOf(call, null))
    return before.ok && before.value === null ? may : null
  }

  const upload = async (
    call: FormCall,
    field: string,
    form: Form,
  ): Promise<Answer<{ readonly mensagem: string }>> => {
    const refused = await refusal(call)
    if (refused !== null) return refused
    const received = await receiveFiles(deps, call, form.spec)
    if (!received.ok) return received
    const { value } = received.value
    const brings = form.bringing(value)
    // The same file with another caption is another command.
    const said = brings.map(({ media: _, ...said }) => said)
    const about = said.every((one) => Object.keys(one).length === 0)
      ? value.asked
      : { asked: value.asked, said }
    const done = await attach(received.value.call, field, brings, about)
    // in an outage it is unknown whether the record names the files
    if (!done.ok && done.error.code !== 'ERR_UNAVAILABLE') {
      for (const { blobId } of value.media) await blobs.remove(blobId)
    }
    return done
  }
  return { attach, upload }
}

/** The form of a field. */
const formOf = (declared: MediaField | FilesField): Form =>
  declared.kind === 'media'
    ? { spec: ONE_FILE, bringing: ({ media }) => media.map((one) => ({ media: one })) }
    : {
        spec: captionedFile(declared.caption),
        bringing: ({ media, fields }) => {
          const [caption = ''] = fields.get('caption') ?? []
          return media.map((one) => ({ media: one, ...(caption !== '' && { caption }) }))
        },
      }

/**
 * The commands that add the file of a record and remove it. Order: 1. store the new file; 2. append the event that names it; 3.
 * remove the replaced file. A caller who may not change the record stores nothing.
 */
export const mediaCommands = (
  deps: MediaDeps,
): Readonly<Record<string, (call: FormCall) => Promise<Answer>>> => {
  const { spec } = deps
  const { attach, upload } = createUpload(deps)
  return Object.fromEntries(
    [...namesOf(spec.fields, 'media'), ...namesOf(spec.fields, 'files')].flatMap((field) => [
      [
        `POST ${spec.path}/:id/${field}-upload`,
        (call: FormCall) => upload(call, field, formOf(spec.fields[field] as MediaField | FilesField)),
      ],
      [
        `DELETE ${spec.path}/:id/${field}-upload`,
        (call: SignedInCall) => attach(call, field, [{ media: null }], null),
      ],
    ]),
  )
}
