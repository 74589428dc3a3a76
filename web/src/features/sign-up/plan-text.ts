import { inReais } from '@guiche/contracts/languages.js'
import type { AnswerTo } from '../../api/routes.js'
import { currentLanguage } from '../../i18n/i18n.js'

type Plan = AnswerTo<'GET /plans/register'>[number]
type Translate = (key: string, values: Record<string, unknown>) => string

/** A plan in one line: its name, its limits of connections and users, and its price. */
export const planText = (t: Translate, { name, connections, users, value }: Plan): string => {
  const howMany = (of: 'connections' | 'users', count: number | null): string =>
    count === null ? t(`sign-up:${of}Any`, {}) : t(`sign-up:${of}`, { count })
  const parts = [
    howMany('connections', connections),
    howMany('users', users),
    inReais(value ?? 0, currentLanguage()),
  ]
  return `${name} · ${parts.join(' · ')}`
}
