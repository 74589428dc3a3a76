import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { recordedFile } from '../testing/recorded.js'
import { createWav } from '../testing/sound.js'
import { soundIn } from './containers.js'
import { encodeVoice, runFfmpeg } from './ffmpeg.js'
import { filmOf } from './film.js'
import { gifToMp4, movToMp4, thumbnailOf } from './film-conversion.js'
import { type SoundOwner, toVoiceNote } from './sound.js'

const NOTHING = Buffer.alloc(0)
const SENT: SoundOwner = { companyId: 1, way: 'sent' }
const MOST = 1_000_000
const onLinux = process.platform === 'linux' ? describe : describe.skip

onLinux('the program that encodes', () => {
  let folder = ''
  /** A script that replaces ffmpeg. */
  const program = (script: string): string => {
    const path = join(folder, 'ffmpeg')
    writeFileSync(path, `#!/bin/sh\n${script}\n`)
    chmodSync(path, 0o755)
    return path
  }
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'guiche-test-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('runs without the server’s environment variables, with limits and its own folder', async () => {
    process.env.FFREPORT = 'file=report.log'
    const path = program(
      'set; while read -r line; do echo "$line"; done < /proc/self/limits; echo x > own; echo "$@"',
    )
    const said = (await runFfmpeg(path, ['-i', 'pipe:0'], NOTHING))?.toString() ?? ''
    delete process.env.FFREPORT
    expect(said).not.toMatch(/FFREPORT|HOME=|SECRET_KEY/)
    expect(said).toMatch(/Max address space\s+2147483648/)
    expect(said).toMatch(/Max cpu time\s+60/)
    expect(said).toMatch(/Max file size\s+\d/)
    expect(said).toMatch(/PWD='\S*guiche-media-/)
    expect(said).toMatch(/-nostdin .*-i pipe:0\n$/)
    expect(existsSync('own')).toBe(false)
  })

  it('is killed at its limits of time and output', async () => {
    expect(await runFfmpeg(program('while :; do :; done'), [], NOTHING, { timeoutMs: 300 })).toBeNull()
    expect(
      await runFfmpeg(program('while :; do echo abcdefghij; done'), [], NOTHING, { most: 1000 }),
    ).toBeNull()
  })

  it('uses only the demuxer and decoders of the detected format', async () => {
    const path = program(`echo "$@" > ${join(folder, 'said')}; echo voice`)
    expect(await encodeVoice(path, 1, recordedFile('safari.mp4'))).toEqual(Buffer.from('voice\n'))
    const said = readFileSync(join(folder, 'said'), 'utf8')
    expect(said).toMatch(
      /-protocol_whitelist pipe -format_whitelist mov -codec_whitelist aac,\S+ .*-f mov -i pipe:0/,
    )
  })

  it.each([
    ['a playlist', Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n')],
    ['a list of files', Buffer.from("ffconcat version 1.0\nfile '/etc/hostname'\n")],
    ['a film of another kind', Buffer.from('RIFF\0\0\0\0AVI LIST')],
    ['nothing', NOTHING],
  ])('does not open %s', async (_, content) => {
    expect(await soundIn(content)).toBeNull()
    expect(await encodeVoice(program('echo voice'), 1, content)).toBeNull()
  })
})

const FFMPEG = process.env.FFMPEG_PATH ?? ''
const withFfmpeg = FFMPEG === '' ? describe.skip : describe

withFfmpeg('with the ffmpeg of the system (FFMPEG_PATH)', () => {
  it.each(['safari.mp4', 'voice.mp3', 'voice.aac', 'voice.flac'] as const)(
    '%s becomes a voice note',
    async (name) => {
      const voice = await toVoiceNote(FFMPEG, SENT, recordedFile(name))
      expect(voice).toMatchObject({ seconds: 2 })
      expect(voice?.content.includes('OpusHead')).toBe(true)
    },
  )

  it('makes a voice note from a WAV, but not from other bytes', async () => {
    expect(await toVoiceNote(FFMPEG, SENT, createWav(2))).toMatchObject({ seconds: 2 })
    expect(await toVoiceNote(FFMPEG, SENT, Buffer.from('OggS, and nothing else'))).toBeNull()
  })

  it('converts videos with unsupported codecs and GIFs, and makes thumbnails of videos', async () => {
    const old = recordedFile('old-film.mov')
    const known = filmOf(old)
    const film = known && (await movToMp4(FFMPEG, 1, old, known, MOST))
    expect(film && filmOf(film)).toMatchObject({ video: 'avc1', audio: 'mp4a' })
    const gif = await gifToMp4(FFMPEG, 1, recordedFile('moving.gif'), MOST)
    expect(gif && filmOf(gif)).toMatchObject({ video: 'avc1', audio: null, width: 62, height: 34 })
    expect(await gifToMp4(FFMPEG, 1, recordedFile('film.mov'), MOST)).toBeNull()
    expect(await thumbnailOf(FFMPEG, 1, recordedFile('moving.gif'))).toBeNull()
    const small = (await thumbnailOf(FFMPEG, 1, recordedFile('film.mp4'))) ?? ''
    expect(await sharp(Buffer.from(small, 'base64')).metadata()).toMatchObject({ width: 96, height: 54 })
  })
})
