import { describe, expect, it } from '@jest/globals'
import { createMediaTransport } from './media-transport.js'

describe('the allowed hosts of files', () => {
  it.each([
    ['https://mmg.whatsapp.net/v/t62', true],
    ['https://pps.whatsapp.net/v', true],
    ['http://mmg.whatsapp.net/v', false],
    ['https://mmg.whatsapp.net.evil.example/v', false],
    ['https://evilwhatsapp.net/v', false],
    ['https://169.254.169.254/latest', false],
    ['https://127.0.0.1:9200/', false],
    ['file:///etc/passwd', false],
    ['nonsense', false],
  ])('of WhatsApp: %s → %s', (url, allowed) => {
    expect(createMediaTransport(null).allows(url)).toBe(allowed)
  })

  it.each([
    ['https://127.0.0.1:4433/x', true],
    ['https://localhost:4433/x', true],
    ['https://10.0.0.1/x', false],
    ['https://mmg.whatsapp.net/x', false],
  ])('of a server on loopback: %s → %s', (url, allowed) => {
    expect(createMediaTransport({ url: 'ws://127.0.0.1:8080/ws/chat' }).allows(url)).toBe(allowed)
  })
})
