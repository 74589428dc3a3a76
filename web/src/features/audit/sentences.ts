import type { Language } from '@guiche/contracts/languages.js'
import type { Words } from '@guiche/contracts/words/words.js'
import type { i18n as I18n } from 'i18next'
import { useMemo } from 'react'
import { codeText } from '../../api/errors.js'
import { formatDayAndTime } from '../../base/dates.js'
import { useTranslation } from '../../i18n/use-translation.js'

/** The app's texts for sentences of the audit. */
export const wordsFrom = (i18n: Pick<I18n, 'language' | 't' | 'exists'>): Words => ({
  language: i18n.language as Language,
  t: (key, values) => i18n.t(key, { ...values }),
  template: (key, context) => i18n.t(key, { ...(context && { context }), skipInterpolation: true }),
  exists: (key) => i18n.exists(key),
  moment: formatDayAndTime,
  error: codeText,
})

/** The audit's words; a new object for another language. */
export const useAuditWords = (): Words => {
  const { i18n } = useTranslation()
  const { language } = i18n
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the same object in every language
  return useMemo(() => wordsFrom(i18n), [i18n, language])
}
