// Child process: measures a picture and makes smaller ones. Input is hostile: a decoder's fault may be exploited. The
// parent kills the process beyond its time or memory.
import { once } from 'node:events'
import sharp from 'sharp'

const [{ bytes, makings, limits }] = await once(process, 'message')

sharp.concurrency(1)
sharp.cache(false)
// formats of phones and browsers alone: a drawing (SVG) or a document (PDF) is not opened as a picture
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
})

const readPicture = async () => {
  const open = () => sharp(bytes, { limitInputPixels: limits.pixels, failOn: 'error' })
  // the header alone
  const { pages = 1, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata()
  const made = {}
  for (const [name, { side, fit, quality }] of Object.entries(makings)) {
    const turned = open().autoOrient()
    const sized =
      side === null ? turned : turned.resize(side, side, { fit, withoutEnlargement: fit === 'inside' })
    made[name] = await sized.flatten({ background: '#ffffff' }).jpeg({ quality }).toBuffer()
  }
  return { width: autoOrient.width, height: autoOrient.height, moves: pages > 1, made }
}

process.send({ read: await readPicture().catch(() => null) })
