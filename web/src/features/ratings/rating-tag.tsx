import type { Rating } from '@guiche/contracts/events/ticket.js'
import { StatusTag, type Tone } from '../../components/status-tag.js'
import { useTranslation } from '../../i18n/use-translation.js'

export const RATINGS = [3, 2, 1] as const satisfies readonly Rating[]
const TONES: Readonly<Record<Rating, Tone>> = { 1: 'failed', 2: 'open', 3: 'good' }

/** A rating as text, with its number. */
export const RatingTag = ({ rating }: { readonly rating: Rating }) => {
  const { t } = useTranslation()
  return (
    <StatusTag tone={TONES[rating]}>
      {rating} · {t(`ratings:value.${rating}`)}
    </StatusTag>
  )
}
