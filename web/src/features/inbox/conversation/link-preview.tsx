import type { MessageRecord } from '@guiche/contracts/views/records.js'
import styles from './card.module.css'

type LinkDetails = Extract<NonNullable<MessageRecord['details']>, { of: 'link' }>

/** Where a link leads; null for what must not be opened. */
const siteOf = (url: string): string | null => {
  try {
    const { protocol, hostname } = new URL(url)
    return protocol === 'http:' || protocol === 'https:' ? hostname.replace(/^www\./, '') : null
  } catch {
    return null
  }
}

/** What the sender's phone found behind a link. Nothing is fetched here. */
export const LinkPreview = ({ link }: { link: LinkDetails }) => {
  const site = siteOf(link.url)
  if (site === null) return null
  return (
    <a href={link.url} target="_blank" rel="noopener noreferrer nofollow" className={styles.link}>
      {link.thumbnail !== '' && (
        <img
          className={styles.thumbnail}
          src={`data:image/jpeg;base64,${link.thumbnail}`}
          alt=""
          loading="lazy"
        />
      )}
      <span className={styles.words}>
        {link.title !== '' && <strong className={styles.two}>{link.title}</strong>}
        {link.description !== '' && (
          <span className={`${styles.soft} ${styles.two}`}>{link.description}</span>
        )}
        <span className={styles.soft}>{site}</span>
      </span>
    </a>
  )
}
