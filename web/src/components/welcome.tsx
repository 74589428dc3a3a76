import type { LogoRef } from '@guiche/contracts/company/logos.js'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.js'
import { LanguageLinks } from './language-links.js'
import { Mark } from './mark.js'
import { useTitle } from './use-title.js'
import styles from './welcome.module.css'

/** The frame of the pages before the sign-in, drawn as a ticket with its stub. */
export const Welcome = (props: { title: string; hint: string; logo?: LogoRef; children: ReactNode }) => {
  const { t } = useTranslation()
  useTitle(props.title)
  return (
    <main className={styles.page}>
      <div className={styles.ticket}>
        <header className={styles.stub}>
          <Mark size={44} of={props.logo ?? 'login'} />
          <div>
            <p className={styles.product}>{t('common:product')}</p>
            <p className={styles.claim}>{t('common:claim')}</p>
          </div>
        </header>
        <div className={styles.body}>
          <h1 className={styles.title}>{props.title}</h1>
          <p className={styles.hint}>{props.hint}</p>
          {props.children}
        </div>
      </div>
      <LanguageLinks />
    </main>
  )
}
