import { randomUUID } from 'node:crypto'
import { type NewEvent, SYSTEM } from '@guiche/contracts/envelope.js'

/** An event for tests: a setting of company 1. */
export const settingChanged = (value = 'on', id: string = randomUUID()): NewEvent => ({
  id,
  type: 'setting.changed.v1',
  data: { key: 'test', value },
  companyId: 1,
  time: '2026-01-02T03:04:05.678Z',
  actor: SYSTEM,
  correlationId: 'correlation',
  causationId: 'causation',
})
