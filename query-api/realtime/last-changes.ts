import { PLATFORM_COMPANY } from '@guiche/contracts/records/record.js'
import type { Clock } from '@guiche/infra/clock.js'

/** Time since the last visible change in a company. */
export interface LastChanges {
  /** Changes are observed from now on. */
  begin(): void
  /** `by`: for a change of presence, the user who came, left or is away. The change is no news to that user. */
  changed(companyId: number, by?: number): void
  /** milliseconds since the last change by other users; without a change, since `begin` */
  ms(companyId: number, userId: number): number
}

/** Time of the last change, the user of its presence, and time of the last earlier change about anything else. */
interface LastChange {
  readonly at: number
  readonly by: number | undefined
  readonly before: number | undefined
}

/** Keeps one entry in memory for each company with a change. */
export const createLastChanges = (clock: Clock): LastChanges => {
  const changes = new Map<number, LastChange>()
  const now = () => clock.now().getTime()
  let began = now()
  return {
    begin: () => {
      began = now()
    },
    changed: (companyId, by) => {
      const last = changes.get(companyId)
      const before = by !== undefined && last?.by === by ? last.before : last?.at
      changes.set(companyId, { at: now(), by, before })
    },
    ms: (companyId, userId) => {
      const last = changes.get(companyId)
      const own = last?.by === userId ? last.before : last?.at
      // data of the platform is shown to the people of all companies
      return now() - Math.max(own ?? began, changes.get(PLATFORM_COMPANY)?.at ?? began)
    },
  }
}
