import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import { playSound } from './sounds.js'

describe('the sound', () => {
  let tones = 0
  const param = {
    setValueAtTime: () => {},
    linearRampToValueAtTime: () => {},
    exponentialRampToValueAtTime: () => {},
  }
  const node = {
    frequency: { value: 0 },
    gain: param,
    connect: () => node,
    start: () => void tones++,
    stop: () => {},
  }
  const audio = {
    state: 'suspended',
    currentTime: 0,
    createOscillator: () => node,
    createGain: () => node,
    /** resolves when the browser allows sound */
    allow: () => {},
    resume: () =>
      new Promise<void>((resolve) => {
        audio.allow = () => {
          audio.state = 'running'
          resolve()
        }
      }),
  }
  Object.assign(globalThis, {
    AudioContext: function AudioContext() {
      return audio
    },
  })
  beforeEach(() => {
    jest.useFakeTimers()
    tones = 0
    audio.state = 'suspended'
  })

  const allow = async (after: number): Promise<void> => {
    jest.advanceTimersByTime(after)
    audio.allow()
    await Promise.resolve()
  }

  it('begins as soon as the browser lets it, and again after it was stopped', async () => {
    playSound('message', 1)
    expect(tones).toBe(0)
    await allow(20)
    expect(tones).toBe(2)
    playSound('message', 1)
    expect(tones).toBe(4)
    audio.state = 'interrupted'
    playSound('message', 1)
    await allow(20)
    expect(tones).toBe(6)
  })

  it('is left out where the browser allows it only later', async () => {
    playSound('message', 1)
    await allow(5000)
    expect(tones).toBe(0)
  })

  it('has three tones for events of the user’s own tickets', () => {
    audio.state = 'running'
    playSound('told', 1)
    expect(tones).toBe(3)
  })
})
