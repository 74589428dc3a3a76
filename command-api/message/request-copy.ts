import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { Media } from '@guiche/contracts/events/message.js'
import { LARGEST } from '@guiche/contracts/files.js'
import { err, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { AreaDeps } from '../deps.js'
import { type FileDeps, putUnnamed, toBeNamed } from '../files/unnamed.js'
import type { Handled, Meta } from '../kernel/kernel.js'
import type { Chat } from './chats.js'
import { messageDecider } from './decide.js'
import { type Content, requestedId, requestMessage } from './request.js'
import type { MessageState } from './state.js'

/** A copy of a file, so that it stays when the original is removed; null if the original is gone. */
const copyOf = async (deps: FileDeps, media: Media, companyId: number): Promise<Media | null> => {
  const { mimetype, fileName, blobId } = media
  const opened = await deps.blobs.open(blobId)
  if (opened === null) return null
  const info = await putUnnamed(deps, opened.stream, { companyId, mimetype, fileName, maxSize: LARGEST })
  return info === 'too-large' ? null : { ...media, blobId: info.id }
}

/**
 * Requests the message number `index` of a command with a copy of `content.media`, so that the message keeps its file
 * when the original is removed. Repeating the command is harmless and leaves no second copy. Errors: those of
 * `requestMessage`, and ERR_MESSAGE_NOT_FORWARDED where the file is not there.
 */
export const createRequestCopy = (deps: Pick<AreaDeps, 'kernel'> & FileDeps) => {
  const { kernel, blobs } = deps
  return async (
    chat: Chat,
    content: Content,
    meta: Meta,
    index = 0,
  ): Promise<Result<Handled<MessageState>, DomainError>> => {
    const { messageId } = await requestedId(kernel, chat.ticket, meta, index)
    const stream = streams.message(messageId)
    const known = await kernel.load(messageDecider, stream)
    const media = known.state.exists
      ? known.state.media
      : content.media && (await copyOf(deps, content.media, meta.companyId))
    if (content.media !== null && media === null) return err(domainError('ERR_MESSAGE_NOT_FORWARDED'))
    if (media !== null && !known.state.exists) await toBeNamed(deps, media.blobId, stream)
    const done = await requestMessage(kernel, chat, { ...content, media }, meta, index)
    const kept = done.ok ? done.value.state.media?.blobId : undefined
    const isUnknown = !done.ok && done.error.code === 'ERR_UNAVAILABLE'
    if (media !== null && !known.state.exists && media.blobId !== kept && !isUnknown) {
      await blobs.remove(media.blobId)
    }
    return done
  }
}
