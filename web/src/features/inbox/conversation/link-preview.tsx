import type { MessageRecord } from '@guiche/contracts/views/records.js'
import styles from './card.module.css'

type LinkDetails = Extract<NonNullable<MessageRecord['details']>, { of: 'link' }>

/** The site of a link; null for a link that must not be opened. */
const siteOf = (url: string): string | null => {
  try {
    const { protocol, hostname } = new URL(url)
    return protocol === 'http:' || protocol === 'https:' ? hostname.replace(/^www\./, '') : null
  } catch {
    return null
  }
}

/** A page's picture and text; a link if the address is allowed. Loads nothing from outside. */
export const PreviewCard = ({ url, title, description, thumbnail }: Omit<LinkDetails, 'of'>) => {
  const site = siteOf(url)
  const inside = (
    <>
      {thumbnail !== '' && (
        <img className={styles.thumbnail} src={`data:image/jpeg;base64,${thumbnail}`} alt="" loading="lazy" />
      )}
      <span className={styles.words}>
        {title !== '' && <strong className={styles.two}>{title}</strong>}
        {description !== '' && <span className={`${styles.soft} ${styles.two}`}>{description}</span>}
        {site !== null && <span className={styles.soft}>{site}</span>}
      </span>
    </>
  )
  if (site === null) return <span className={styles.link}>{inside}</span>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={styles.link}>
      {inside}
    </a>
  )
}

/** The preview that the sender's phone made of a link. */
export const LinkPreview = ({ link }: { link: LinkDetails }) =>
  siteOf(link.url) === null ? null : <PreviewCard {...link} />
