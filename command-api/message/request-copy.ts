import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { Media } from '@guiche/contracts/events/message.js'
import { MAX_FILE_SIZE } from '@guiche/contracts/files/files.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { type FileDeps, putUnnamed, toBeNamed } from '../files/unnamed.js'
import type { Handled, Meta } from '../kernel/kernel.js'
import type { Chat } from './chats.js'
import { messageDecider } from './decide.js'
import { type Content, type RequestDeps, type Right, requestedId, requestMessage } from './request.js'
import type { MessageState } from './state.js'

/** Copies of files, so that a message keeps its own when the original is removed. */
export const createCopies = (deps: RequestDeps & FileDeps) => {
  const { kernel, blobs } = deps
  return {
    /**
     * Copies a message's file; null without a file. Errors: ERR_MESSAGE_NOT_FORWARDED if the file has been removed,
     * ERR_STORAGE_FULL.
     */
    of: async (media: Media | null, companyId: number): Promise<Result<Media | null, DomainError>> => {
      if (media === null) return ok(null)
      const { mimetype, fileName, blobId } = media
      const opened = await blobs.open(blobId)
      const about = { companyId, mimetype, fileName, maxSize: MAX_FILE_SIZE }
      const info = opened === null ? null : await putUnnamed(deps, opened.stream, about)
      if (info === 'full') return err(domainError('ERR_STORAGE_FULL'))
      if (info === null || info === 'too-large') return err(domainError('ERR_MESSAGE_NOT_FORWARDED'))
      return ok({ ...media, blobId: info.id })
    },
    /** Like `requestMessage`, with a copied file, which is removed if the message does not use it. */
    request: async (
      chat: Chat,
      content: Content,
      meta: Meta,
      index = 0,
      right?: Right,
    ): Promise<Result<Handled<MessageState>, DomainError>> => {
      const { media } = content
      const { messageId } = await requestedId(kernel, chat.ticket, meta, index)
      if (media !== null) await toBeNamed(deps, media.blobId, streams.message(messageId))
      const done = await requestMessage(deps, chat, content, meta, index, right)
      const kept = done.ok ? done.value.state.media?.blobId : undefined
      const isUnknown = !done.ok && done.error.code === 'ERR_UNAVAILABLE'
      if (media !== null && media.blobId !== kept && !isUnknown) await blobs.remove(media.blobId)
      return done
    },
  }
}

/**
 * Requests the message number `index` of a command with a copy of `content.media`. Repeating the command is harmless
 * and leaves no second copy. Errors: those of `requestMessage`, and ERR_MESSAGE_NOT_FORWARDED where the file is not
 * there.
 */
export const createRequestCopy = (deps: RequestDeps & FileDeps) => {
  const { kernel } = deps
  const copies = createCopies(deps)
  return async (
    chat: Chat,
    content: Content,
    meta: Meta,
    index = 0,
    right?: Right,
  ): Promise<Result<Handled<MessageState>, DomainError>> => {
    const { messageId } = await requestedId(kernel, chat.ticket, meta, index)
    const { exists, media } = (await kernel.load(messageDecider, streams.message(messageId))).state
    if (exists) return requestMessage(deps, chat, { ...content, media }, meta, index, right)
    const copy = await copies.of(content.media, meta.companyId)
    return copy.ok ? copies.request(chat, { ...content, media: copy.value }, meta, index, right) : copy
  }
}
