import { type DomainError, domainError, type ErrorCode } from '@guiche/contracts/errors.js'
import { RECORDS } from '@guiche/contracts/records/index.js'
import { heldBy, type Namer, namersOf } from '@guiche/contracts/records/named.js'
import { err, ok } from '@guiche/contracts/result.js'
import type { AreaDeps } from '../deps.js'
import type { CommandFrom } from '../kernel/kernel.js'
import { streamOf } from './absent-record.js'
import { deciderOf } from './deciders.js'

type Deps = Pick<AreaDeps, 'kernel' | 'documents'>
/** What is to be deleted: a user, a connection or a record, by its name. */
interface Named {
  readonly companyId: number
  readonly to: string
  readonly id: number
}

const names = async ({ kernel, documents }: Deps, { record, field }: Namer, { companyId, id }: Named) => {
  const spec = RECORDS[record]
  if (spec.kept === 'alone')
    return (await documents.first(spec.plural, { where: { companyId, [field]: id } })) !== null
  const { state } = await kernel.load(deciderOf(record), streamOf(spec, companyId, 0))
  return [...state.records.values()].some((stored) => stored[field] === id)
}

/**
 * A deletion, refused as long as a record names what is to be deleted and says so (`gone: 'refuse'`). A record that comes
 * to name it meanwhile loses it again (`named/let-go-of-deleted.ts`).
 */
export const unlessHeld =
  <S, C>(deps: Deps, named: Named, command: C): CommandFrom<S, C> =>
  async () => {
    for (const namer of namersOf(named.to)) {
      if (namer.gone !== 'refuse' || !(await names(deps, namer, named))) continue
      const refused: DomainError = domainError(heldBy(namer) as ErrorCode)
      return err(refused)
    }
    return ok(command)
  }
