import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { kindOfType } from '@guiche/contracts/files/files.js'
import { filesOf } from '@guiche/contracts/records/fields.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { FileDeps } from '../files/unnamed.js'
import type { Handled, Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { deciders } from '../records/deciders.js'
import type { Chat, Chats } from './chats.js'
import { messageDecider } from './decide.js'
import { type Content, earlierRequest, type RequestDeps, type Right, requestedId } from './request.js'
import { createRequestCopy } from './request-copy.js'
import type { MessageState } from './state.js'

type Sender = Pick<Content, 'source' | 'userId' | 'scheduleId'>
interface SendingOptions {
  /** why the sender may not write there by now is asked at each append */
  readonly right?: Right
  /** further fields of the first message */
  readonly first?: Partial<Pick<Content, 'quotedId' | 'quickmessageId'>>
}
/** One message of a file list: its content, and its command. */
interface Part {
  readonly content: Pick<Content, 'body' | 'kind' | 'media'>
  readonly meta: Meta
}

/**
 * Sends file lists: the message of the list, then its files in order, each with its caption, as messages of their own.
 * Ids of messages derive from file ids, so a repetition sends no file twice, even after a change of the list.
 */
export const createSendList = (deps: RequestDeps & FileDeps & { readonly chats: Pick<Chats, 'render'> }) => {
  const { kernel, chats } = deps
  const requestCopy = createRequestCopy(deps)

  const textOf = (meta: Meta, listId: number): Meta => followUp(meta, 'file-list', listId, 'text')
  /** The messages of the current file list; null if the list does not exist. */
  const partsOf = async (listId: number, meta: Meta): Promise<readonly Part[] | null> => {
    const { companyId } = meta
    const { state } = await kernel.load(deciders.fileList, streams.records('file-lists', companyId))
    const list = state.records.get(listId)
    if (list === undefined) return null
    const text: Part = {
      content: { body: list.message, kind: 'conversation', media: null },
      meta: textOf(meta, listId),
    }
    const files = filesOf(list.options).map(
      ({ id, caption, media }): Part => ({
        content: {
          body: caption,
          kind: kindOfType(media.mimetype),
          media: { ...media, seconds: null, voice: false },
        },
        meta: followUp(meta, 'file-list', listId, 'file', id),
      }),
    )
    return [text, ...files]
  }

  return {
    /** Whether the company has this list. */
    isThere: async (listId: number, meta: Meta): Promise<boolean> => (await partsOf(listId, meta)) !== null,

    /**
     * Requests all messages of a list, one after another. Messages requested before stay unchanged. Errors:
     * ERR_NO_FILE_LIST_FOUND, and those of `requestMessage`, which stop the list there.
     */
    send: async (
      chat: Chat,
      listId: number,
      sender: Sender,
      meta: Meta,
      { right, first = {} }: SendingOptions = {},
    ): Promise<Result<readonly Handled<MessageState>[], DomainError>> => {
      const parts = await partsOf(listId, meta)
      if (parts === null) return err(domainError('ERR_NO_FILE_LIST_FOUND'))
      const sent: Handled<MessageState>[] = []
      for (const [at, { content, meta: own }] of parts.entries()) {
        const body = await chats.render(content.body, chat)
        const whole = { ...sender, ...content, body, quotedId: null, ...(at === 0 && first) }
        const done = await requestCopy(chat, whole, own, 0, right)
        if (done.ok) sent.push(done.value)
        // a file that left the list just now
        else if (done.error.code !== 'ERR_MESSAGE_NOT_FORWARDED') return done
      }
      return ok(sent)
    },

    /** The answer to a repetition: the messages requested before; null if some were not requested. */
    before: async (
      ticket: Chat['ticket'],
      listId: number,
      meta: Meta,
    ): Promise<Result<readonly Handled<MessageState>[] | null, DomainError>> => {
      const metas = (await partsOf(listId, meta))?.map(({ meta: own }) => own) ?? [textOf(meta, listId)]
      const messages: Handled<MessageState>[] = []
      for (const own of metas) {
        const before = await earlierRequest(kernel, ticket, own)
        if (!before.ok) return before
        // the first attempt broke off before this message
        if (before.value === null) return ok(null)
        messages.push(before.value)
      }
      return ok(messages)
    },

    /** The current messages of a list in the conversation. Messages that were not requested do not exist. */
    messages: async (
      ticket: Chat['ticket'],
      listId: number,
      meta: Meta,
    ): Promise<readonly MessageState[]> => {
      const parts = (await partsOf(listId, meta)) ?? []
      return Promise.all(
        parts.map(async ({ meta: own }) => {
          const { messageId } = await requestedId(kernel, ticket, own, 0)
          return (await kernel.load(messageDecider, streams.message(messageId))).state
        }),
      )
    },
  }
}
