import { type ReactNode, useState } from 'react'
import { lazyDialog } from '../../components/lazy-dialog.js'
import { useSetupQuery } from './api.js'
import styles from './human-check.module.css'

const HumanCheck = lazyDialog(() => import('./human-check.js').then((m) => m.HumanCheck))
const TurnstileCheck = lazyDialog(() => import('./turnstile-check.js').then((m) => m.TurnstileCheck))

/** The human verification of a form, of the server's kind. Each attempt uses up a token. */
export const useHumanCheck = (): {
  readonly setup: ReturnType<typeof useSetupQuery>
  /** the widget; null without a check */
  readonly check: ReactNode
  /** verified, or not required: the form may be sent */
  readonly verified: boolean
  /** undefined if none is required */
  readonly token: string | undefined
  /** restarts the widget: its token was used */
  readonly again: () => void
} => {
  const setup = useSetupQuery()
  const [token, setToken] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const isOff = setup.data?.humanVerification === 'off'
  const siteKey = setup.data?.turnstileSiteKey ?? null
  const widget =
    siteKey === null ? (
      <HumanCheck key={attempt} onToken={setToken} />
    ) : (
      <TurnstileCheck key={attempt} siteKey={siteKey} onToken={setToken} />
    )
  return {
    setup,
    check: setup.data === undefined || isOff ? null : <div className={styles.check}>{widget}</div>,
    verified: isOff || token !== null,
    token: token ?? undefined,
    again: () => {
      setToken(null)
      setAttempt((count) => count + 1)
    },
  }
}
