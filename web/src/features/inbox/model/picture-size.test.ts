import { describe, expect, it } from '@jest/globals'
import { placeOf, ratioOf, rememberSize, shownUrl, sizeOf } from './picture-size.js'

describe('the place of a picture', () => {
  it('has its proportions, within 320 × 400', () => {
    expect(placeOf({ width: 1600, height: 1000 })).toEqual({ width: 320, height: 200 })
    expect(placeOf({ width: 1000, height: 2000 })).toEqual({ width: 200, height: 400 })
  })

  it('is not larger than the picture, and never too small to press', () => {
    expect(placeOf({ width: 120, height: 90 })).toEqual({ width: 120, height: 90 })
    expect(placeOf({ width: 1, height: 1 })).toEqual({ width: 60, height: 60 })
    expect(placeOf({ width: 10_000, height: 10 })).toEqual({ width: 320, height: 60 })
  })

  it('is known before the picture, or as soon as it was seen', () => {
    const unknown = { mediaUrl: '/api/public/x', mediaWidth: null, mediaHeight: null }
    expect(placeOf(sizeOf(unknown))).toEqual({ width: 320, height: 240 })
    rememberSize('/api/public/x', { width: 30, height: 60 })
    expect(sizeOf(unknown)).toEqual({ width: 30, height: 60 })
    expect(sizeOf({ ...unknown, mediaWidth: 4, mediaHeight: 3 })).toEqual({ width: 4, height: 3 })
  })

  it.each([
    ['a photo', { mediaWidth: 1600, mediaHeight: 1200 }, false],
    ['a bomb', { mediaWidth: 30_000, mediaHeight: 30_000 }, true],
    ['many bytes', { mediaWidth: 100, mediaHeight: 100, mediaSize: 9_000_000 }, true],
    ['of unknown size', { mediaWidth: null, mediaHeight: null }, true],
    ['just sent by us', { mediaWidth: null, mediaHeight: null, fromMe: true }, false],
  ])('shows a preview of large and of unmeasured pictures: %s', (_, about, isPreview) => {
    const file = { fromMe: false, mediaSize: 300_000, ...about }
    expect(shownUrl('/api/public/x', file)).toBe(`/api/public/x${isPreview ? '?preview=1' : ''}`)
  })

  it('in a row has bounded proportions', () => {
    expect([null, { width: 1, height: 100 }, { width: 100, height: 1 }].map(ratioOf)).toEqual([
      4 / 3,
      0.4,
      2.5,
    ])
  })
})
