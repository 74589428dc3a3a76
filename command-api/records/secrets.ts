import type { DomainError } from '@guiche/contracts/errors.js'
import { MASK, namesOf } from '@guiche/contracts/records/fields.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import type { Result } from '@guiche/contracts/result.js'
import { removeFormerFiles } from '../files/former-files.js'
import { namedStorageOf } from '../files/named-storage.js'
import { type FileDeps, putSecret } from '../files/unnamed.js'
import type { RecordsState, Values } from './state.js'

type WriteResult = Result<{ readonly state: RecordsState }, DomainError>

/**
 * Writes a record whose body may hold secrets. `write` gets names of vault entries in place of the secrets. Order: 1.
 * put the secrets into the vault; 2. write the record; 3. remove entries that the record does not name, like former
 * secrets. After a crash they are removed within a day.
 */
export const createSecrets = (deps: FileDeps, spec: RecordSpec) => {
  const names = namesOf(spec.fields, 'secret')
  const outside = namedStorageOf(deps)
  return async <W extends WriteResult>(
    { id, stream }: { readonly id: number; readonly stream: string },
    values: Values,
    write: (values: Values) => Promise<W>,
  ): Promise<W> => {
    if (names.length === 0) return write(values)
    const put: Record<string, string> = {}
    for (const name of names) {
      const said = values[name]
      if (typeof said === 'string' && said !== '' && said !== MASK) {
        put[name] = await putSecret(deps, said, stream)
      }
    }
    const kept = Object.entries(values).filter(([name, said]) => said !== MASK || !names.includes(name))
    const done = await write({ ...Object.fromEntries(kept), ...put })
    // in an outage it is unknown whether the record names the secrets
    if (!done.ok && done.error.code === 'ERR_UNAVAILABLE') return done
    const stored = done.ok ? done.value.state.records.get(id) : undefined
    for (const [name, key] of Object.entries(put)) if (stored?.[name] !== key) await outside.remove(key)
    if (done.ok) await removeFormerFiles(outside, done.value.state.formerFiles, id)
    return done
  }
}
