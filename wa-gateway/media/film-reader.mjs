// Child process: moves the tracks of an iPhone's film into an mp4 unchanged, without encoding. Input is hostile: the
// parent kills the process beyond its time or memory.
import { once } from 'node:events'
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
} from 'mediabunny'

const [{ bytes }] = await once(process, 'message')

/** Codecs that phones of all makers play. */
const VIDEO = ['avc', 'hevc']
const AUDIO = ['aac']

const copyTrack = async (track, source) => {
  const decoderConfig = await track.getDecoderConfig()
  for await (const packet of new EncodedPacketSink(track).packets())
    await source.add(packet, { decoderConfig })
  source.close()
}

/** Null when a track would have to be encoded. */
const readFilm = async () => {
  const input = new Input({ source: new BufferSource(bytes), formats: [QTFF, MP4] })
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  if (video === null || !VIDEO.includes(video.codec)) return null
  if (audio !== null && !AUDIO.includes(audio.codec)) return null
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
    target: new BufferTarget(),
  })
  const pictures = new EncodedVideoPacketSource(video.codec)
  output.addVideoTrack(pictures, { rotation: video.rotation })
  const sound = audio === null ? null : new EncodedAudioPacketSource(audio.codec)
  if (sound !== null) output.addAudioTrack(sound)
  await output.start()
  await Promise.all([copyTrack(video, pictures), ...(sound === null ? [] : [copyTrack(audio, sound)])])
  await output.finalize()
  return { content: Buffer.from(output.target.buffer) }
}

process.send({ read: await readFilm().catch(() => null) })
