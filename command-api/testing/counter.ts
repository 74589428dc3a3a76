import type { SettingEvent } from '@guiche/contracts/events/company.js'
import { ok } from '@guiche/contracts/result.js'
import type { Decider } from '../kernel/kernel.js'

/** A decider that counts commands: each command appends one event, in any state. */
export const counterDecider: Decider<number, string, SettingEvent> = {
  initial: 0,
  evolve: (count) => count + 1,
  decide: (_count, value) => ok([{ type: 'setting.changed.v1', data: { key: 'k', value } }]),
}
