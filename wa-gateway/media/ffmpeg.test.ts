import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { film, gif } from '../testing/films.js'
import { wav } from '../testing/sound.js'
import { soundIn } from './containers.js'
import { runFfmpeg, toMp3, toVoiceNote, type Whose } from './ffmpeg.js'
import { filmOf } from './film.js'
import { gifToMp4, movToMp4, thumbnailOf } from './to-film.js'

const WHOSE: Whose = { companyId: 1, way: 'received' }
const NOTHING = Buffer.alloc(0)
const MOST = 1_000_000

/** What ffmpeg reads in a file of the system, as it sees it. */
const seen = async (path: string): Promise<string> => {
  const args = ['-f', 'data', '-i', path, '-map', '0', '-c', 'copy', '-f', 'data', 'pipe:1']
  return (await runFfmpeg(args, NOTHING))?.output.toString() ?? ''
}
const onLinux = process.platform === 'linux' ? it : it.skip

describe('the program that opens files of strangers', () => {
  it('is not given the environment of the server', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guiche-test-'))
    const report = join(folder, 'report.log')
    // ffmpeg writes a report of itself where this variable says so
    process.env.FFREPORT = `file=${report}`
    try {
      expect(await toMp3(WHOSE, wav(1))).not.toBeNull()
      expect(existsSync(report)).toBe(false)
    } finally {
      delete process.env.FFREPORT
      await rm(folder, { recursive: true, force: true })
    }
  })

  onLinux('has limits of memory, processor and files, and a folder of its own', async () => {
    expect(await seen('/proc/self/environ')).not.toMatch(/PATH=|HOME=/)
    const limits = await seen('/proc/self/limits')
    expect(limits).toMatch(/Max address space\s+2147483648/)
    expect(limits).toMatch(/Max cpu time\s+60/)
    expect(limits).toMatch(/Max file size\s+\d/)
    const args = ['-f', 'lavfi', '-i', 'sine=duration=1', '-f', 'wav', 'own.wav']
    expect(await runFfmpeg(args, NOTHING)).not.toBeNull()
    expect(existsSync('own.wav')).toBe(false)
  })

  it('is killed when it takes too long, and when it writes too much', async () => {
    const endless = ['-f', 'lavfi', '-i', 'sine', '-f', 'wav', 'pipe:1']
    expect(await runFfmpeg(['-re', ...endless], NOTHING, { timeoutMs: 300 })).toBeNull()
    expect(await runFfmpeg(endless, NOTHING, { most: 1000 })).toBeNull()
  })
})

describe('a file of a stranger', () => {
  it.each([
    ['a playlist', Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n')],
    ['a list of files', Buffer.from("ffconcat version 1.0\nfile '/etc/hostname'\n")],
    ['a film of another kind', Buffer.from('RIFF\0\0\0\0AVI LIST')],
    ['nothing', NOTHING],
  ])('is not opened as sound if it is %s', async (_, content) => {
    expect(soundIn(content)).toBeNull()
    expect(await toMp3(WHOSE, content)).toBeNull()
  })

  it('is opened as what its bytes say, and by nothing else', async () => {
    const found = { format: soundIn(wav(1))?.format, film: soundIn(await film('mp4'))?.format }
    expect(found).toEqual({ format: 'wav', film: 'mov' })
    const moving = await gif()
    expect(await gifToMp4(1, moving, MOST)).not.toBeNull()
    expect(await thumbnailOf(1, moving)).toBeNull()
    expect(await gifToMp4(1, await film('mov'), MOST)).toBeNull()
  })

  it('with a codec that phones do not write is not decoded', async () => {
    const old = await film('mov', 'mpeg4', 'pcm_s16le')
    const known = filmOf(old)
    expect(known && (await movToMp4(1, old, known, MOST))).not.toBeNull()
    const odd = await film('mov', 'qtrle', 'pcm_s16le')
    expect(await thumbnailOf(1, odd)).toBeNull()
  })
})

describe('a recording', () => {
  const FRAGMENTED = ['-movflags', 'frag_keyframe+empty_moov']
  it.each([
    ['WebM with Opus, of Chrome', ['-c:a', 'libopus', '-f', 'webm']],
    ['Ogg with Opus, of WhatsApp and Firefox', ['-c:a', 'libopus', '-f', 'ogg']],
    ['MP4 with AAC, of Safari', ['-c:a', 'aac', ...FRAGMENTED, '-f', 'mp4']],
    ['MP3', ['-c:a', 'libmp3lame', '-f', 'mp3']],
    ['AAC alone', ['-c:a', 'aac', '-f', 'adts']],
    ['FLAC', ['-c:a', 'flac', '-f', 'flac']],
  ])('in %s plays and becomes a voice note', async (_, how) => {
    const made = await runFfmpeg(['-f', 'lavfi', '-i', 'sine=duration=2', ...how, 'pipe:1'], NOTHING)
    const sound = made?.output ?? NOTHING
    expect(await toVoiceNote(WHOSE, sound)).toMatchObject({ seconds: 2 })
    expect(await toMp3(WHOSE, sound)).not.toBeNull()
  })
})
