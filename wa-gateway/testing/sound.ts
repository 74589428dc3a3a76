/** A WAV file of a 440 Hz tone, 8 kHz, 16 bits, mono. */
export const createWav = (seconds: number): Buffer => {
  const rate = 8_000
  const samples = rate * seconds
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples * 2, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples * 2, 40)
  const data = Buffer.alloc(samples * 2)
  for (let at = 0; at < samples; at += 1) {
    data.writeInt16LE(Math.round(12_000 * Math.sin((2 * Math.PI * 440 * at) / rate)), at * 2)
  }
  return Buffer.concat([head, data])
}
