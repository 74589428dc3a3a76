import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { contentTypeOf, isProgramType, typeOf } from './content-type.js'

const recordedFile = (name: string): Buffer =>
  readFileSync(new URL(`../../wa-gateway/testing/files/${name}`, import.meta.url))
const exe = Buffer.concat([Buffer.from('MZ\x90\x00', 'latin1'), Buffer.alloc(300)])
const riffHeader = (kind: string) =>
  Buffer.from(`RIFF\x20\0\0\0${kind}fmt \x10\0\0\0${'\0'.repeat(16)}`, 'latin1')

describe('the type of a file', () => {
  it.each([
    ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['image/png', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0', 'latin1')],
    ['image/gif', recordedFile('still.gif')],
    ['image/webp', riffHeader('WEBP')],
    ['audio/wav', riffHeader('WAVE')],
    ['application/pdf', Buffer.from('%PDF-1.7')],
    ['audio/ogg', recordedFile('whatsapp.ogg')],
    ['audio/mpeg', recordedFile('voice.mp3')],
    ['audio/aac', recordedFile('voice.aac')],
    ['audio/flac', recordedFile('voice.flac')],
    ['audio/amr', Buffer.from('#!AMR\n')],
    ['video/mp4', recordedFile('film.mp4')],
    ['video/mp4', recordedFile('safari.mp4')],
    ['video/quicktime', recordedFile('film.mov')],
    ['video/3gpp', Buffer.from('\0\0\0\x18ftyp3gp4\0\0\0\x003gp43gp5', 'latin1')],
    ['audio/mp4', Buffer.from('\0\0\0\x18ftypM4A \0\0\0\0M4A mp42', 'latin1')],
    ['image/heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['video/webm', recordedFile('chrome.webm')],
    ['application/x-msdownload', exe],
  ])('%s is recognised by its bytes', async (type, bytes) => {
    expect(await contentTypeOf(bytes)).toBe(type)
  })

  it('is never a declared web page type', async () => {
    const page = Buffer.from('<script>alert(1)</script>')
    for (const said of ['text/html', 'image/svg+xml', 'image/png'])
      expect(await typeOf(page, said)).toBe('application/octet-stream')
    expect(await typeOf(Buffer.from('a;b'), 'text/csv')).toBe('text/csv')
  })

  it('contradicts a false declaration: a program or text declared as PDF is no PDF', async () => {
    expect(await typeOf(exe, 'application/pdf')).toBe('application/x-msdownload')
    expect(isProgramType(await typeOf(exe, 'application/pdf'))).toBe(true)
    expect(await typeOf(Buffer.from('not a PDF'), 'application/pdf')).toBe('application/octet-stream')
    expect(await typeOf(Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), 'image/jpeg')).toBe('application/x-elf')
  })

  it('distinguishes sound and film in the same container', async () => {
    expect(await typeOf(recordedFile('safari.mp4'), 'audio/mp4')).toBe('audio/mp4')
    expect(await typeOf(recordedFile('chrome.webm'), 'audio/webm')).toBe('audio/webm')
  })
})
