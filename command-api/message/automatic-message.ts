import type { DomainError, ErrorCode } from '@guiche/contracts/errors.js'
import type { MessageSource } from '@guiche/contracts/events/message.js'
import { kindOfType } from '@guiche/contracts/files/files.js'
import type { StoredMedia } from '@guiche/contracts/records/fields.js'
import type { Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { type FileDeps, putUnnamed } from '../files/unnamed.js'
import type { Meta } from '../kernel/kernel.js'
import { Refused } from '../kernel/refused.js'
import type { Chat } from './chats.js'
import { messageDecider } from './decide.js'
import { type RequestDeps, requestedId, requestMessage } from './request.js'
import { createCopies, type createRequestCopy } from './request-copy.js'

type Source = Exclude<MessageSource, 'user'>

/**
 * Errors after which nothing more must be sent. After the last three the text is sent alone: the file is removed, the
 * company has no room for a copy, or the file list is gone.
 */
const HARMLESS_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'ERR_COMPANY_EXPIRED',
  'ERR_COMPANY_BLOCKED',
  'ERR_CONTACT_ERASED',
  'ERR_CONTACT_BLOCKED',
  'ERR_NO_CONTACT_FOUND',
  'ERR_MESSAGE_EMPTY',
  'ERR_MESSAGE_NOT_FORWARDED',
  'ERR_STORAGE_FULL',
  'ERR_NO_FILE_LIST_FOUND',
])
/** Rejects with `Refused` unless the text was sent, or is no longer needed. */
export const rejectUnlessSent = (done: Result<unknown, DomainError>): void => {
  if (!done.ok && !HARMLESS_ERRORS.has(done.error.code)) throw new Refused(done.error.code)
}

/**
 * Sends an automatic text of the company. The same command sends it once, however often it is repeated. Rejects with
 * `Refused`.
 */
export const createSay =
  (deps: RequestDeps) =>
  async (source: Source, chat: Chat, body: string, meta: Meta): Promise<void> => {
    const content = { source, body, kind: 'conversation', media: null, quotedId: null, userId: null } as const
    rejectUnlessSent(await requestMessage(deps, chat, content, meta))
  }

/** Sends a copy of a stored file like a text. Its message has index 1, because the command's text has index 0. */
export const createSayFile =
  (requestCopy: ReturnType<typeof createRequestCopy>) =>
  async (source: Source, chat: Chat, file: StoredMedia, meta: Meta): Promise<void> => {
    const media = { ...file, seconds: null, voice: false }
    const kind = kindOfType(file.mimetype)
    const content = { source, body: '', kind, media, quotedId: null, userId: null } as const
    rejectUnlessSent(await requestCopy(chat, content, meta, 1))
  }

/** Stores and sends a new file like a text. Sends nothing if the company has no room for the file. */
export const createSayBytes =
  (deps: RequestDeps & FileDeps) =>
  async (
    source: Source,
    chat: Chat,
    { bytes, ...about }: { readonly bytes: Buffer; readonly mimetype: string; readonly fileName: string },
    meta: Meta,
  ): Promise<void> => {
    const { kernel } = deps
    const kind = kindOfType(about.mimetype)
    const content = { source, body: '', kind, quotedId: null, userId: null } as const
    const { messageId } = await requestedId(kernel, chat.ticket, meta, 1)
    const { exists, media: sent } = (await kernel.load(messageDecider, streams.message(messageId))).state
    if (exists)
      return rejectUnlessSent(await requestMessage(deps, chat, { ...content, media: sent }, meta, 1))
    const { companyId } = meta
    const info = await putUnnamed(deps, bytes, { companyId, ...about, maxSize: bytes.length })
    if (info === 'full' || info === 'too-large') return
    const { id: blobId, fileName, size } = info
    const media = { ...{ blobId, fileName, size }, mimetype: about.mimetype, seconds: null, voice: false }
    rejectUnlessSent(await createCopies(deps).request(chat, { ...content, media }, meta, 1))
  }
