// Process: reads the Opus sound of a recording in any container. Input is hostile: the process may run out of time or
// memory, and is ended. Nothing is encoded: the packets move into an Ogg file unchanged.
import { once } from 'node:events'
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  MP4,
  OGG,
  OggOutputFormat,
  Output,
  QTFF,
  WEBM,
} from 'mediabunny'
import { OpusDecoder } from 'opus-decoder'

const [{ bytes, wanted }] = await once(process, 'message')

/** Samples of which one loudness is the mean: 5 ms. */
const STEP_SAMPLES = 240
const WAVEFORM_BARS = 64

/** 64 loudnesses, 0–100: the picture that a phone draws of a voice note. */
const waveformOf = (steps) => {
  const width = steps.length / WAVEFORM_BARS
  const bars = Array.from({ length: WAVEFORM_BARS }, (_, bar) => {
    const part = steps.slice(
      Math.floor(bar * width),
      Math.max(Math.floor((bar + 1) * width), bar * width + 1),
    )
    return part.reduce((sum, step) => sum + step, 0) / Math.max(1, part.length)
  })
  const loudest = Math.max(...bars)
  return bars.map((bar) => (loudest > 0 ? Math.round((bar / loudest) * 100) : 0))
}

const loudnessOf = async (packets, channels) => {
  const decoder = new OpusDecoder({ channels, streamCount: 1, coupledStreamCount: channels - 1 })
  await decoder.ready
  const steps = []
  for (const { data } of packets) {
    const [samples = []] = decoder.decodeFrame(data).channelData
    for (let from = 0; from < samples.length; from += STEP_SAMPLES) {
      const to = Math.min(from + STEP_SAMPLES, samples.length)
      let sum = 0
      for (let at = from; at < to; at++) sum += Math.abs(samples[at])
      steps.push(sum / (to - from))
    }
  }
  return steps
}

const oggOf = async (packets, decoderConfig) => {
  const output = new Output({ format: new OggOutputFormat(), target: new BufferTarget() })
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  for (const packet of packets) await source.add(packet, { decoderConfig })
  await output.finalize()
  return Buffer.from(output.target.buffer)
}

/** Gives null if the input is no Opus sound, or has more than two channels. */
const readSound = async () => {
  const input = new Input({ source: new BufferSource(bytes), formats: [OGG, WEBM, MP4, QTFF] })
  const track = await input.getPrimaryAudioTrack()
  if (track?.codec !== 'opus' || track.numberOfChannels > 2) return null
  const packets = []
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
  if (packets.length === 0) return null
  const waveform = waveformOf(await loudnessOf(packets, track.numberOfChannels))
  if (wanted === 'waveform') return { waveform }
  const [first, last] = [packets[0], packets.at(-1)]
  const seconds = Math.max(1, Math.round(last.timestamp + last.duration - first.timestamp))
  return { waveform, seconds, content: await oggOf(packets, await track.getDecoderConfig()) }
}

process.send({ read: await readSound().catch(() => null) })
