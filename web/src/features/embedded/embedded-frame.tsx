import type { EmbeddedPage } from '@guiche/contracts/settings/settings.js'
import Button from 'antd/es/button/index.js'
import { useEffect, useState } from 'react'
import { ErrorState } from '../../components/error-state.js'
import { NotFound } from '../../components/not-found.js'
import { PageSkeleton } from '../../components/page-skeleton.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useEmbeddedPagesQuery } from './api.js'
import styles from './embedded.module.css'

/** Milliseconds after which the user is informed that a page is slow. */
const LATE_MS = 15_000
/** The embedded page may run scripts, forms and downloads, but cannot navigate the app. */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads allow-modals'

type State = 'loading' | 'there' | 'late' | 'blocked'

/** A foreign page in a sandboxed frame, with a link that opens the page in its own window. */
const Frame = ({ name, address }: { name: string; address: string }) => {
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
      <h1 className="visually-hidden">{name}</h1>
      <div className={styles.bar}>
        <p role="status" className={styles.state}>
          {state === 'loading' && t('common:loading')}
          {state === 'late' && t('embedded:late')}
        </p>
        <Button type="link" size="small" href={address} target="_blank" rel="noreferrer">
          {t('embedded:open')}
        </Button>
      </div>
      <iframe
        className={styles.frame}
        title={name}
        src={address}
        sandbox={SANDBOX}
        referrerPolicy="no-referrer"
        onLoad={() => setState((now) => (now === 'blocked' ? now : 'there'))}
      />
    </>
  )
}

/** Shows an embedded page if the platform has set its address. */
export const EmbeddedFrame = ({ page }: { page: EmbeddedPage }) => {
  const { t } = useTranslation()
  const { data, isError, refetch } = useEmbeddedPagesQuery()
  if (data === undefined) return isError ? <ErrorState onRetry={refetch} /> : <PageSkeleton />
  const address = data.find((one) => one.page === page)?.address
  if (address === undefined) return <NotFound />
  return (
    <div className={styles.page}>
      <Frame key={address} name={t(`embedded:page.${page}`)} address={address} />
    </div>
  )
}
