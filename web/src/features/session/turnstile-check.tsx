import { useEffect, useRef, useState } from 'react'
import { useAppSelector } from '../../base/hooks.js'
import { useTranslation } from '../../i18n/use-translation.js'

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

interface Turnstile {
  render(
    element: HTMLElement,
    options: {
      sitekey: string
      theme: 'light' | 'dark'
      language: string
      size: 'flexible'
      callback: (token: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ): string
  remove(widget: string): void
}
const loadedScript = (): Turnstile | undefined => (globalThis as { turnstile?: Turnstile }).turnstile

/** Loads the service's script once. */
const loadScript = (): Promise<Turnstile> =>
  new Promise((resolve, reject) => {
    const ready = (): void => {
      const turnstile = loadedScript()
      if (turnstile === undefined) reject(new Error('no turnstile'))
      else resolve(turnstile)
    }
    if (loadedScript() !== undefined) return ready()
    const script = document.createElement('script')
    script.src = SCRIPT
    script.async = true
    script.onload = ready
    script.onerror = reject
    document.head.append(script)
  })

interface Props {
  readonly siteKey: string
  /** called with each new token, and with null when it expires */
  readonly onToken: (token: string | null) => void
}

/** The verification by Cloudflare Turnstile, if the operator has chosen it. */
export const TurnstileCheck = ({ siteKey, onToken }: Props) => {
  const { t, i18n } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const scheme = useAppSelector((state) => state.preferences.scheme)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let widget: string | null = null
    let gone = false
    const over = (): void => onToken(null)
    loadScript().then(
      (turnstile) => {
        if (gone || place.current === null) return
        widget = turnstile.render(place.current, {
          sitekey: siteKey,
          theme: scheme,
          language: i18n.language,
          size: 'flexible',
          callback: onToken,
          'expired-callback': over,
          'error-callback': over,
        })
      },
      () => setFailed(true),
    )
    return () => {
      gone = true
      if (widget !== null) loadedScript()?.remove(widget)
    }
  }, [siteKey, onToken, scheme, i18n.language])
  return (
    <>
      <div ref={place} />
      {failed && <p role="alert">{t('session:human.unreachable')}</p>}
    </>
  )
}
