import type { SettingEvent } from '@guiche/contracts/events/company.js'
import { ok } from '@guiche/contracts/result.js'
import type { Decider } from '../kernel/kernel.js'

/** Counts its commands: each appends one event, whatever the state. */
export const counter: Decider<number, string, SettingEvent> = {
  initial: 0,
  evolve: (count) => count + 1,
  decide: (_count, value) => ok([{ type: 'setting.changed.v1', data: { key: 'k', value } }]),
}
