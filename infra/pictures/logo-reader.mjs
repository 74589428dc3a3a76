// Child process: makes a PNG of an uploaded logo. An SVG is drawn without running scripts, without loading outside addresses,
// and none of its text is kept. The parent kills the process if it takes too much time or memory.
import { once } from 'node:events'
import sharp from 'sharp'

const [{ bytes, making, limits }] = await once(process, 'message')

sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadSvgBuffer'] })

/** Dots an inch at which a drawing has the pixels that are wanted. */
const DENSITY = { usual: 72, most: 2400 }

const readLogo = async () => {
  const { width, height, format } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (width * height > limits.pixels) return 'too-large'
  const { side, square, background } = making
  const wanted = (DENSITY.usual * side) / Math.max(width, height)
  const density = Math.max(DENSITY.usual, Math.min(DENSITY.most, Math.round(wanted)))
  const opened = sharp(bytes, {
    limitInputPixels: limits.pixels,
    failOn: 'error',
    ...(format === 'svg' && { density }),
  })
  const sized = square
    ? opened.resize(side, side, { fit: 'contain', background: background ?? { r: 0, g: 0, b: 0, alpha: 0 } })
    : opened.resize(side, side, { fit: 'inside', withoutEnlargement: true })
  const shown = background === null ? sized : sized.flatten({ background })
  return shown.png({ compressionLevel: 9 }).toBuffer()
}

process.send({ read: await readLogo().catch(() => null) })
