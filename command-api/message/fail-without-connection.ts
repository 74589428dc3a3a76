import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import { streams } from '@guiche/contracts/streams.js'
import { connectionsDecider } from '../connections/decide.js'
import type { AreaDeps } from '../deps.js'
import { consequence, type Work } from '../kernel/consequence.js'
import { messageDecider } from './decide.js'

type Needs = Pick<AreaDeps, 'kernel'>

const failIfGone = async (
  { companyId, data }: StoredEvent<EventNamed<'message.requested.v1' | 'message.retried.v1'>>,
  work: Work,
  { kernel }: Needs,
): Promise<void> => {
  const { state } = await kernel.load(connectionsDecider, streams.connections(companyId))
  if (state.all.has(data.connectionId)) return
  const fail = { kind: 'fail', what: 'send', code: 'ERR_WAPP_DELETED' } as const
  await work.command(messageDecider, streams.message(data.messageId), fail)
}

/** Fails a message that was requested during the deletion of its connection; earlier ones fail with the deletion. */
export const failWithoutConnection = consequence<Needs>({
  name: 'fail-without-connection',
  group: 'courtesies',
  harmless: ['ERR_NO_MESSAGE_FOUND', 'ERR_CONTACT_ERASED'],
  light: () => true,
  on: { 'message.requested.v1': failIfGone, 'message.retried.v1': failIfGone },
})
