import type { Media } from '@guiche/contracts/events/message.js'
import { readPicture } from '@guiche/infra/pictures/pictures.js'
import { createTurns } from '@guiche/infra/turns.js'
import { pagesOf } from './pdf-pages.js'
import { type SoundOwner, toWaveform } from './sound.js'

/** Measures that a person sees before a file is opened: size of a picture, loudness of a voice note. */
export const MEASURED_FIELDS = ['width', 'height', 'waveform', 'pages'] as const
export type Measures = Pick<Media, (typeof MEASURED_FIELDS)[number]>

type KnownMeasures = { readonly [K in keyof Measures]: Measures[K] | undefined }

/** The known measures; unknown ones are absent. */
export const measuresOf = ({ width, height, waveform, pages }: Partial<KnownMeasures>): Measures => ({
  ...(width !== undefined && height !== undefined && { width, height }),
  ...(waveform !== undefined && { waveform }),
  ...(pages !== undefined && { pages }),
})

const pictures = createTurns({ atOnce: 2, perCompany: 1 })

const sizeOf = async ({ companyId }: SoundOwner, content: Buffer): Promise<Measures> => {
  const read = await pictures({ companyId, later: false }, () => readPicture(content, {}))
  return read === null ? {} : { width: read.width, height: read.height }
}

/** Measures from a file's bytes, which win over the sender's. For a voice note the sender's are enough. */
export const measureFile = async (
  whose: SoundOwner,
  content: Buffer,
  mimetype: string,
  said: Media | null,
): Promise<Measures> => {
  const known = measuresOf(said ?? {})
  if (mimetype === 'application/pdf' && known.pages === undefined) {
    return measuresOf({ ...known, pages: await pagesOf(content) })
  }
  if (mimetype.startsWith('image/')) {
    // drops the sender's size: it decides whether the file is shown unchanged
    const { width: _width, height: _height, ...others } = known
    return { ...others, ...(await sizeOf(whose, content)) }
  }
  if (said?.voice !== true || known.waveform !== undefined) return known
  const waveform = await toWaveform(whose, content)
  return waveform === null ? known : { ...known, waveform: [...waveform] }
}
