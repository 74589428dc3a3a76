import type { proto } from '@whiskeysockets/baileys'

/** Contents that only wrap another content. */
export const WRAPPER_CONTENTS = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'deviceSentMessage',
  'editedMessage',
  'associatedChildMessage',
  'groupMentionedMessage',
  'lottieStickerMessage',
  'pollCreationMessageV4',
  'pollCreationOptionImageMessage',
  'eventCoverImage',
  'botInvokeMessage',
  'botTaskMessage',
  'botForwardedMessage',
  'questionMessage',
  'questionReplyMessage',
  'commentMessage',
  'groupStatusMessage',
  'groupStatusMessageV2',
  'statusAddYours',
  'limitSharingMessage',
] as const satisfies readonly (keyof proto.IMessage)[]

/** Contents that say something of another message or of the chat. */
export const ABOUT_OTHERS = [
  'protocolMessage',
  'reactionMessage',
  'secretEncryptedMessage',
] as const satisfies readonly (keyof proto.IMessage)[]

/**
 * Contents that mean nothing to a person: keys and other data for devices, votes, pins and other marks without a
 * bubble, and replies to games of statuses. Calls are reported apart.
 */
export const SILENT_CONTENTS = [
  'messageContextInfo',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'stickerSyncRmrMessage',
  'messageHistoryBundle',
  'messageHistoryNotice',
  'call',
  'callLogMesssage',
  'chat',
  'pollUpdateMessage',
  'keepInChatMessage',
  'pinInChatMessage',
  'encReactionMessage',
  'encCommentMessage',
  'encEventResponseMessage',
  // the pictures and videos of an album follow as messages of their own
  'albumMessage',
  'statusNotificationMessage',
  'statusStickerInteractionMessage',
] as const satisfies readonly (keyof proto.IMessage)[]

/** Contents that a person writes: each has a reader, else the readers do not compile. */
export type WrittenContent = Exclude<
  keyof proto.IMessage,
  (typeof WRAPPER_CONTENTS | typeof ABOUT_OTHERS | typeof SILENT_CONTENTS)[number]
>
