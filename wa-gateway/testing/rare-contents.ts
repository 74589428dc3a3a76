import type { proto } from '@whiskeysockets/baileys'
import { messageKey, messageWith, textContent, viewOnce } from './contents.js'

/** Contents that phones send rarely. We read only the text of some, and nothing of others. */
export const RARE_CONTENTS: readonly (readonly [string, proto.IMessage, object | null])[] = [
  ['a key exchange with a mark', { senderKeyDistributionMessage: {}, messageContextInfo: {} }, null],
  ['the cover of an album', { albumMessage: { expectedImageCount: 3 } }, null],
  [
    'another setting of the chat',
    { limitSharingMessage: { message: { protocolMessage: { type: 27 } } } },
    null,
  ],
  [
    'an answer of an assistant that is forwarded',
    { botForwardedMessage: { message: { richResponseMessage: { submessages: [{ messageText: 'So' }] } } } },
    messageWith({ type: 'conversation', body: 'So' }),
  ],
  [
    'a question in a channel',
    { questionMessage: { message: { extendedTextMessage: { text: 'Which one?' } } } },
    messageWith({ type: 'conversation', body: 'Which one?' }),
  ],
  [
    'a comment',
    { commentMessage: { message: textContent, targetMessageKey: messageKey } },
    messageWith({ type: 'conversation', body: 'inside' }),
  ],
  [
    'the result of a poll',
    {
      pollResultSnapshotMessage: { name: 'When?', pollVotes: [{ optionName: 'Mon', optionVoteCount: 2 }] },
    },
    messageWith({ type: 'conversation', body: 'When?\n- Mon: 2' }),
  ],
  ['a question for our number', { requestPhoneNumberMessage: {} }, messageWith({ type: 'unreadable' })],
  [
    'what linked devices are not given',
    { placeholderMessage: { type: 0 } },
    messageWith({ type: 'unreadable' }),
  ],
  [
    'something seen once that is unknown here',
    { viewOnceMessageV2: { message: {} } },
    messageWith({ type: 'unreadable', details: viewOnce }),
  ],
  ['a wrapper without a content', { questionMessage: {} }, messageWith({ type: 'unreadable' })],
  ['a kind that the package does not know', {}, messageWith({ type: 'unreadable' })],
  ['the same with its context', { messageContextInfo: {} }, messageWith({ type: 'unreadable' })],
  [
    'an edit to something that is unknown here',
    { protocolMessage: { type: 14, key: messageKey, editedMessage: {} } },
    null,
  ],
]
