import type { Addressing } from './jids.js'
import { buildStanza } from './nodes.js'
import { chatOf, type PhoneCore, selfOf, type Target } from './phone-core.js'
import { chatJid, newMessageId } from './phone-outbox.js'
import { routeCall, routeChatState } from './receipts.js'

export type TypingState = 'composing' | 'recording' | 'paused'

/** Short-lived signs of a phone: typing, recording, calling. */
export const createSigns = (core: PhoneCore) => ({
  /** Tells the other members of a chat that this phone is typing, is recording, or has stopped. */
  type(target: Target, state: TypingState, addressing: Addressing = core.habit): void {
    const to = chatJid(core, chatOf(core, target), addressing)
    const content =
      state === 'recording' ? buildStanza('composing', { media: 'audio' }) : buildStanza(state, {})
    routeChatState(core.world, selfOf(core), buildStanza('chatstate', { to }, [content]))
  },
  /** Calls another phone. Gives the id of the call. */
  call(target: Target, { video = false } = {}): string {
    const callId = newMessageId()
    const to = chatJid(core, chatOf(core, target), core.habit)
    const creator = chatJid(core, core.account.number, core.habit)
    const attrs = {
      'call-id': callId,
      'call-creator': creator,
      caller_pn: chatJid(core, core.account.number, 'pn'),
    }
    const offer = buildStanza('offer', attrs, [buildStanza(video ? 'video' : 'audio', {})])
    routeCall(core.world, selfOf(core), buildStanza('call', { to, id: newMessageId() }, [offer]))
    return callId
  },
  /** Ends a call; `timeout` if nobody answered. */
  hangUp(target: Target, callId: string, reason?: 'timeout'): void {
    const to = chatJid(core, chatOf(core, target), core.habit)
    const creator = chatJid(core, core.account.number, core.habit)
    const end = buildStanza('terminate', { 'call-id': callId, 'call-creator': creator, reason })
    routeCall(core.world, selfOf(core), buildStanza('call', { to, id: newMessageId() }, [end]))
  },
})
