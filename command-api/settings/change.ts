import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { MASK } from '@guiche/contracts/records/fields.js'
import { err, type Result } from '@guiche/contracts/result.js'
import { isSecret, settingAllows } from '@guiche/contracts/settings/settings.js'
import { streams } from '@guiche/contracts/streams.js'
import type { AreaDeps } from '../deps.js'
import { namedStorageOf } from '../files/named-storage.js'
import { putSecret } from '../files/unnamed.js'
import type { Handled, Meta } from '../kernel/kernel.js'
import { formerHeld, type SettingsCommand, type SettingsState, settingsDecider } from './decide.js'

type Deps = Pick<AreaDeps, 'kernel' | 'vault' | 'blobs' | 'clock'>
type ChangeResult = Result<Handled<SettingsState>, DomainError>

/**
 * Changes a setting of the company in `meta`. A secret is first stored in the vault, and the event names its
 * entry. Sending the mask of a secret leaves the secret unchanged. Errors: those of the decider,
 * ERR_UNAVAILABLE.
 */
export const createChange = ({ kernel, ...deps }: Deps) => {
  const outside = namedStorageOf(deps)
  return async (command: SettingsCommand, meta: Meta): Promise<ChangeResult> => {
    const { key, value } = command
    const stream = streams.settings(meta.companyId)
    const write = (said: string): Promise<ChangeResult> =>
      kernel.execute(settingsDecider, stream, { ...command, value: said }, meta)
    if (!isSecret(key)) return write(value)
    if (value === MASK) return write((await kernel.load(settingsDecider, stream)).state.get(key) ?? '')
    if (!settingAllows(key, value)) return err(domainError('ERR_VALIDATION', { field: key }))
    const name = value === '' ? '' : await putSecret(deps, value, stream)
    const done = await write(name)
    // after an outage it is unknown which secret is set: both stay
    if (!done.ok && done.error.code === 'ERR_UNAVAILABLE') return done
    const isKept = done.ok && done.value.state.get(key) === name
    const former = done.ok ? formerHeld(done.value.state, key) : []
    for (const one of [...former, ...(isKept ? [] : [name])]) if (one !== '') await outside.remove(one)
    return done
  }
}
