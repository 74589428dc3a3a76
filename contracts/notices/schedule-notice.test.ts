import { expect, it } from '@jest/globals'
import { unsentNotice } from './schedule-notice.js'

const knownNames = () => ({ kindName: () => '', member: '', somebody: '', contact: '' })
const seenBy = (userId: number, schedule: object) => {
  const viewer = { userId, profile: 'user', allTicket: false, queueIds: [] } as const
  const ticket = { id: 7, uuid: 'u7', status: 'open', createdAt: '' }
  const whole = { id: 3, userId: 1, contact: { id: 2, name: 'Caio' }, ticket, ...schedule }
  const frame = { action: 'update', schedule: whole } as never
  return unsentNotice.ofFrame('schedule', frame, {
    viewer,
    language: 'pt',
    known: knownNames,
    listed: () => undefined,
    open: () => undefined,
  })
}
const GONE = { status: 'ERRO', error: 'ERR_SCHEDULE_CONNECTION_GONE' }

it('K15: the author alone is told that the connection of a scheduled message is gone', () => {
  expect(seenBy(1, GONE)?.toast?.text).toBe(
    'A mensagem agendada para Caio não foi enviada. O motivo está nas mensagens agendadas.',
  )
  expect(seenBy(2, GONE)).toBeNull()
  const data = { ...GONE, scheduleId: 3, ticketId: 7, userId: 1 } as never
  expect(unsentNotice.ofEvent('schedule.changed.v1', data)?.among).toEqual([1])
})

it.each([
  [{ status: 'PENDENTE', error: null }],
  [{ status: 'ERRO', error: 'ERR_SCHEDULE_FILE_AWAITED' }],
  [{ status: 'ERRO', error: 'ERR_SCHEDULE_SKIPPED' }],
  [{ status: 'ERRO', error: 'ERR_SCHEDULE_DROPPED' }],
  [{ ...GONE, ticket: null }],
])('a change %j has no notice', (schedule) => expect(seenBy(1, schedule)).toBeNull())
