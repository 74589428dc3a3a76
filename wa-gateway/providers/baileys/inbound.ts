import { truncateText } from '@guiche/contracts/truncate.js'
import type { proto } from '@whiskeysockets/baileys'
import { withAd } from './ads.js'
import { SILENT_CONTENTS, WRAPPER_CONTENTS } from './content-kinds.js'
import { bodyOf, CONTENT_READERS, type Part, UNREADABLE_PART } from './contents.js'

/** An edit that only the holder of the original message's secret can open. */
export interface SealedEdit {
  readonly as: 'sealed-edit'
  readonly key: proto.IMessageKey
  readonly iv: Uint8Array
  readonly payload: Uint8Array
}

/** The meaning of a raw content for a service desk. Pure: no call into the package. */
export type ContentMeaning =
  | (Part & {
      readonly as: 'message'
      readonly quotedWaId: string | null
      /** address of the quoted message's author */
      readonly quotedAuthor: string | null
      readonly forwarded: boolean
    })
  | { readonly as: 'edit'; readonly key: proto.IMessageKey; readonly body: string }
  | SealedEdit
  | { readonly as: 'revoke'; readonly key: proto.IMessageKey }
  | { readonly as: 'reaction'; readonly key: proto.IMessageKey; readonly emoji: string }

type Content = proto.IMessage
const REVOKE = 0
const MESSAGE_EDIT = 14
const SEALED_MESSAGE_EDIT = 2

const VIEW_ONCE_KINDS = ['viewOnceMessage', 'viewOnceMessageV2', 'viewOnceMessageV2Extension'] as const

interface OpenedContent {
  /** the content inside all wrappers */
  readonly inner: Content
  /** a view-once message */
  readonly once: boolean
}

const openWrappers = (content: Content): OpenedContent => {
  let inner = content
  let once = false
  for (let depth = 0; depth < 6; depth += 1) {
    const wrapped = WRAPPER_CONTENTS.map((name) => inner[name]?.message).find((found) => found)
    if (!wrapped) break
    once ||= VIEW_ONCE_KINDS.some((name) => inner[name]?.message === wrapped)
    inner = wrapped
  }
  return { inner, once }
}

/** The content inside all wrappers. */
export const unwrapContent = (content: Content): Content => openWrappers(content).inner

interface WithContext {
  readonly contextInfo?: proto.IContextInfo | null
}

const contextOf = (content: Content): proto.IContextInfo | null => {
  for (const part of Object.values(content)) {
    if (typeof part === 'object' && part !== null && 'contextInfo' in part) {
      const found = (part as WithContext).contextInfo
      if (found) return found
    }
  }
  return null
}

const VIEW_ONCE = { details: { of: 'view-once' } } as const

/** The placeholder of a message without content. */
export const WITHOUT_CONTENT: ContentMeaning = {
  as: 'message',
  ...UNREADABLE_PART,
  quotedWaId: null,
  quotedAuthor: null,
  forwarded: false,
}

/** The placeholder for content that linked devices do not get. */
export const FOR_PHONES_ONLY: ContentMeaning = { ...WITHOUT_CONTENT, ...VIEW_ONCE }

const isPresent = (part: unknown): boolean => part !== null && part !== undefined && part !== ''

/**
 * Nothing but data for devices. An empty content is not silent: kinds that this version of the package does not know
 * leave nothing when decoded.
 */
const isSilent = (content: Content): boolean => {
  const names = Object.entries(content).flatMap(([name, part]) =>
    isPresent(part) && name !== 'messageContextInfo' ? [name] : [],
  )
  return names.length > 0 && names.every((name) => (SILENT_CONTENTS as readonly string[]).includes(name))
}

/** The content that a person wrote; null for nothing but data for devices. */
const readWrittenContent = ({ inner: content, once }: OpenedContent): ContentMeaning | null => {
  for (const [name, read] of Object.entries(CONTENT_READERS)) {
    const part = content[name as keyof Content]
    if (!isPresent(part)) continue
    const context = contextOf(content)
    const found = withAd((read as (part: unknown) => Part)(part), context)
    return {
      as: 'message',
      ...found,
      ...(once && VIEW_ONCE),
      body: bodyOf(found.body),
      quotedWaId: context?.quotedMessage && context.stanzaId ? context.stanzaId.slice(0, 128) : null,
      quotedAuthor: context?.participant ?? null,
      forwarded: context?.isForwarded === true,
    }
  }
  return isSilent(content) ? null : once ? FOR_PHONES_ONLY : WITHOUT_CONTENT
}

/** An edit inside an edit is ignored. So only the first is opened, however deeply a sender nests them. */
const readProtocol = (protocol: proto.Message.IProtocolMessage): ContentMeaning | null => {
  const { key } = protocol
  if (!key?.id) return null
  if (protocol.type === REVOKE) return { as: 'revoke', key }
  if (protocol.type !== MESSAGE_EDIT || !protocol.editedMessage) return null
  const inner = readWrittenContent(openWrappers(protocol.editedMessage))
  return inner?.as === 'message' && inner.type !== 'unreadable' ? { as: 'edit', key, body: inner.body } : null
}

/** Null for other sealed contents, such as edits of events. */
const readSealed = (sealed: proto.Message.ISecretEncryptedMessage): SealedEdit | null => {
  const { targetMessageKey: key, secretEncType, encIv: iv, encPayload: payload } = sealed
  if (!key?.id || secretEncType !== SEALED_MESSAGE_EDIT || !iv || !payload) return null
  return { as: 'sealed-edit', key, iv, payload }
}

/**
 * Reads a content. Null for contents that say nothing to a person (protocol, key exchange, votes). `WITHOUT_CONTENT`
 * for unknown contents.
 */
export const readContent = (raw: Content | null | undefined): ContentMeaning | null => {
  if (!raw) return null
  const content = openWrappers(raw)
  const { protocolMessage, reactionMessage, secretEncryptedMessage } = content.inner
  if (protocolMessage) return readProtocol(protocolMessage)
  if (secretEncryptedMessage) return readSealed(secretEncryptedMessage)
  if (reactionMessage) {
    const { key, text: emoji } = reactionMessage
    return key?.id ? { as: 'reaction', key, emoji: truncateText(emoji ?? '', 32) } : null
  }
  return readWrittenContent(content)
}

/** WhatsApp's status of a message as an ack: 0 pending, 1–2 sent, 3 delivered, 4 read, 5 played. */
export const ackOf = (status: number | null | undefined): number =>
  typeof status === 'number' && status >= 0 && status <= 5 ? status : 0
