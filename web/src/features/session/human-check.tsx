import 'altcha/altcha.css'
import 'altcha/external'
import workerUrl from 'altcha/worker?worker&url'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './human-check.module.css'

globalThis.altchaCreateWorker = () => new Worker(workerUrl)

interface Props {
  /** called with each new token, and with null when it expires */
  readonly onToken: (token: string | null) => void
}

/**
 * Proof of work on our server's challenge, solved in workers as soon as it is shown: the user has nothing to
 * solve.
 */
export const HumanCheck = ({ onToken }: Props) => {
  const { t, i18n } = useTranslation()
  const widget = useRef<HTMLElement>(null)
  const strings = useMemo(
    () =>
      JSON.stringify({
        label: t('session:human.label'),
        verifying: t('session:human.verifying'),
        verified: t('session:human.verified'),
        error: t('session:human.error'),
        expired: t('session:human.expired'),
        waitAlert: t('session:human.verifying'),
        ariaLinkLabel: t('session:human.about'),
      }),
    [t],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language makes the widget anew
  useEffect(() => {
    const element = widget.current
    const changed = (event: Event): void => {
      const { state, payload } = (event as AltchaStateChangeEvent).detail
      onToken(state === 'verified' ? (payload ?? null) : null)
    }
    element?.addEventListener('statechange', changed)
    return () => element?.removeEventListener('statechange', changed)
  }, [onToken, i18n.language])

  return (
    <div key={i18n.language} className={styles.widget}>
      <altcha-widget
        ref={widget}
        challengeurl="/api/human-verification"
        auto="onload"
        hidefooter
        hidelogo
        strings={strings}
      />
    </div>
  )
}
