import type { LogoRef } from '@guiche/contracts/company/logos.js'
import { useBranding } from '../theme/branding.js'
import styles from './mark.module.css'

/** The platform's logo for a place; by default the Guichê mark. Coloured by its surroundings. */
export const Mark = ({ size = 28, of = 'interno' }: { size?: number; of?: LogoRef }) => {
  const own = useBranding().logos?.[of]
  return own ? (
    <img src={own} alt="" className={styles.own} height={size} />
  ) : (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <rect width="64" height="64" rx="15" fill="var(--g-brand)" />
      <path
        fill="var(--g-on-brand)"
        d="M16 15h32a4 4 0 0 1 4 4v7.5a5.5 5.5 0 0 0 0 11V43a4 4 0 0 1-4 4H30l-9.2 7.4A1.1 1.1 0 0 1 19 53.5V47h-3a4 4 0 0 1-4-4v-5.5a5.5 5.5 0 0 0 0-11V19a4 4 0 0 1 4-4Z"
      />
      <path
        fill="none"
        stroke="var(--g-brand)"
        strokeWidth="4"
        strokeLinecap="round"
        d="M24 27h16M24 36h10"
      />
    </svg>
  )
}
