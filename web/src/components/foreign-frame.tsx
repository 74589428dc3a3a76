import Button from 'antd/es/button/index.js'
import { useEffect, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.js'
import { ErrorState } from './error-state.js'
import styles from './foreign-frame.module.css'

/** Milliseconds after which the user is informed that a page is slow. */
const LATE_MS = 15_000
/** A foreign page may run scripts, forms and downloads, but cannot navigate the app. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads allow-modals allow-presentation'

type State = 'loading' | 'there' | 'late' | 'blocked'

interface Props {
  /** read by assistive technology */
  readonly name: string
  readonly address: string
  /** the address for a window of its own; the same address unless given */
  readonly outside?: string
  /** The page is told the app's origin: players of videos refuse pages that hide it. */
  readonly tellsOrigin?: boolean
}

/** A foreign page in a sandboxed frame, with a link that opens the page in its own window. */
export const ForeignFrame = ({ name, address, outside = address, tellsOrigin = false }: Props) => {
  const { t } = useTranslation()
  const [state, setState] = useState<State>('loading')
  useEffect(() => {
    // this window still has its first content policy, perhaps from before the address was set
    const refused = ({ effectiveDirective }: SecurityPolicyViolationEvent) =>
      effectiveDirective === 'frame-src' && setState('blocked')
    const timer = setTimeout(() => setState((now) => (now === 'loading' ? 'late' : now)), LATE_MS)
    document.addEventListener('securitypolicyviolation', refused)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('securitypolicyviolation', refused)
    }
  }, [])
  if (state === 'blocked')
    return <ErrorState text={t('embedded:blocked')} onRetry={() => location.reload()} />
  return (
    <>
      <div className={styles.bar}>
        <p role="status" className={styles.state}>
          {state === 'loading' && t('common:loading')}
          {state === 'late' && t('embedded:late')}
        </p>
        <Button type="link" size="small" href={outside} target="_blank" rel="noreferrer">
          {t('embedded:open')}
        </Button>
      </div>
      <iframe
        className={styles.frame}
        title={name}
        src={address}
        sandbox={SANDBOX}
        allow="fullscreen; picture-in-picture; encrypted-media"
        referrerPolicy={tellsOrigin ? 'strict-origin' : 'no-referrer'}
        onLoad={() => setState((now) => (now === 'blocked' ? now : 'there'))}
      />
    </>
  )
}
