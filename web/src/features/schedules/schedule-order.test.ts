import { expect, it } from '@jest/globals'
import { inOrder, type PlannedMessage } from './schedule-order.js'

const plannedAt = (sendAt: string, status: PlannedMessage['status']) => ({ sendAt, status }) as PlannedMessage

it('shows pending messages, the next one on top, then the last five sent ones', () => {
  const sent = ['1', '2', '3', '4', '5', '6'].map((time) => plannedAt(time, 'ENVIADA'))
  const shown = inOrder([
    ...sent,
    plannedAt('9', 'PENDENTE'),
    plannedAt('7', 'ERRO'),
    plannedAt('8', 'AGENDADA'),
  ])
  expect(shown.map(({ sendAt }) => sendAt)).toEqual(['7', '8', '9', '6', '5', '4', '3', '2'])
})
