/** A WAV file of a tone that swells and fades. */
export const sound = (seconds: number): Uint8Array<ArrayBuffer> => {
  const rate = 8000
  const wav = Buffer.alloc(44 + rate * seconds * 2)
  wav.write('RIFF')
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(wav.length - 44, 40)
  for (let n = 0; n < rate * seconds; n += 1) {
    const loudness = Math.abs(Math.sin((n / rate) * 3))
    wav.writeInt16LE(Math.round(20_000 * loudness * Math.sin((n / rate) * 440 * 2 * Math.PI)), 44 + n * 2)
  }
  return new Uint8Array(wav)
}
