import fc from 'fast-check'
import { bytesToHex, hexToBytes } from 'viem'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import {
  InvalidHexError,
  parseHex,
  parseHexBatch,
  parseHexOf,
  parseHexRows,
  printHex,
  printHexRows,
} from './hex.ts'
import {
  byteLimit,
  createJsCodec,
  createWasmCodec,
  type HexCodec,
  rowLimitOf,
} from './hex-codec.ts'

const anyBytes = fc.uint8Array({ maxLength: 300 })

describe('default', () => {
  test('law: reading undoes printing, in either case', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(parseHex(printHex(bytes))).toEqual(bytes)
        expect(parseHexOf(`0x${printHex(bytes).slice(2).toUpperCase()}`, bytes.length)).toEqual(
          bytes,
        )
      }),
    )
  })

  test('golden: the same as viem', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(printHex(bytes)).toBe(bytesToHex(bytes))
        expect(parseHex(bytesToHex(bytes))).toEqual(hexToBytes(bytesToHex(bytes)))
      }),
    )
  })

  test.each([0, 1, 15, 16, 17, byteLimit - 1, byteLimit, byteLimit + 1, 3 * byteLimit + 5])(
    'behavior: %i bytes around the limits of the kernel',
    (length) => {
      const bytes = new Uint8Array(length).map((_, index) => (index * 167 + (index >> 8)) & 255)
      const text = printHex(bytes)
      expect(text === `0x${Buffer.from(bytes).toString('hex')}`).toBe(true)
      expect(Buffer.compare(parseHex(text), bytes)).toBe(0)
      expect(printHexRows(bytes, Math.max(1, length)).join('') === (length === 0 ? '' : text)).toBe(
        true,
      )
      const batch = parseHexBatch([text, '0x', '0xff'])
      expect(Buffer.compare(batch.bytes, Uint8Array.from([...bytes, 255]))).toBe(0)
      expect([...batch.offsets]).toEqual([0, length, length, length + 1])
    },
  )
})

describe('behavior: many texts', () => {
  test('law: rows are the parts, printed one by one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 70 }),
        fc.integer({ min: 0, max: 40 }),
        (width, count) => {
          const bytes = new Uint8Array(width * count).map((_, index) => (index * 31) ^ width)
          const rows = printHexRows(bytes, width)
          expect(rows).toEqual(
            Array.from({ length: count }, (_, row) =>
              bytesToHex(bytes.subarray(row * width, (row + 1) * width)),
            ),
          )
          expect(parseHexRows(rows, width)).toEqual(bytes)
        },
      ),
    )
  })

  test('law: a batch is its texts, read one by one', () => {
    fc.assert(
      fc.property(fc.array(anyBytes, { maxLength: 20 }), (parts) => {
        const { bytes, offsets } = parseHexBatch(parts.map((part) => bytesToHex(part)))
        expect(offsets).toHaveLength(parts.length + 1)
        parts.forEach((part, index) => {
          expect(bytes.subarray(offsets[index], offsets[index + 1])).toEqual(part)
        })
      }),
    )
  })

  test('more rows than the kernel takes at once', () => {
    const bytes = new Uint8Array(32 * (2 * rowLimitOf(32) + 3)).map((_, index) => index * 7)
    const rows = printHexRows(bytes, 32)
    expect(rows.join('').replaceAll('0x', '') === Buffer.from(bytes).toString('hex')).toBe(true)
    expect(Buffer.compare(parseHexRows(rows, 32), bytes)).toBe(0)
    const short = printHexRows(bytes.subarray(0, 70_000), 1)
    expect(Buffer.compare(parseHexRows(short, 1), bytes.subarray(0, 70_000))).toBe(0)
    expect(Buffer.compare(parseHexBatch(short).bytes, bytes.subarray(0, 70_000))).toBe(0)
  })
})

describe('behavior: both codecs', () => {
  const wasm = createWasmCodec()
  test('the WebAssembly one runs here', () => expect(wasm).not.toBeNull())

  test('law: they agree on every text, hex or not', () => {
    const codecs: readonly HexCodec[] = [wasm!, createJsCodec()]
    const digit = fc.constantFrom(...'0123456789abcdefABCDEF')
    const odd = fc.constantFrom(...'/:@G`gxX \u00e9\u0100\u{1f600}')
    const character = fc.oneof({ weight: 60, arbitrary: digit }, { weight: 1, arbitrary: odd })
    const text = fc.array(character, { minLength: 2, maxLength: 140 }).map((all) => all.join(''))
    fc.assert(
      fc.property(text, fc.constantFrom('0x', '0x', '0x', '0X', 'x0'), (digits, prefix) => {
        const whole = `${prefix}${digits.length % 2 === 0 ? digits : `${digits}0`}`
        const length = whole.length / 2 - 1
        const isHex = /^0x[0-9a-fA-F]*$/.test(whole)
        const answers = codecs.map((codec) => {
          const target = new Uint8Array(length)
          const each = new Uint8Array(length)
          const ok = codec.parse(whole, target, length)
          expect(codec.parseEach(whole, each, Uint32Array.of(length))).toBe(ok)
          expect(ok).toBe(isHex)
          return ok ? [target, each] : null
        })
        expect(answers[0]).toEqual(answers[1])
      }),
      { numRuns: runsOf(5) },
    )
  })

  test('every character of one byte is a digit for both or for neither', () => {
    const codec = createJsCodec()
    for (let code = 0; code < 256; code++) {
      for (const length of [1, 16]) {
        const text = `0x${'0'.repeat(2 * length - 1)}${String.fromCharCode(code)}`
        const one = new Uint8Array(length)
        const other = new Uint8Array(length)
        expect(wasm!.parse(text, one, length)).toBe(codec.parse(text, other, length))
        if (/[0-9a-fA-F]$/.test(text)) expect(one).toEqual(other)
      }
    }
  })
})

describe('error: InvalidHexError', () => {
  test.each([
    ['', 'does not start with 0x'],
    ['1234', 'does not start with 0x'],
    ['0X12', 'does not start with 0x'],
    ['0x123', 'odd number of digits'],
    ['0x12g4', 'character 4 ("g")'],
    [`0x${'00'.repeat(40)}0_`, 'character 83 ("_")'],
    ['0xéé', 'character 2'],
  ])('%s', (text, why) => {
    expect(() => parseHex(text)).toThrow(why)
    expect(() => parseHexBatch(['0x00', text, '0xzz'])).toThrow(why)
    expect(() => parseHex(text)).toThrow(InvalidHexError)
  })

  test('names the row and the length', () => {
    const node = `0x${'ab'.repeat(32)}`
    expect(() => parseHexRows([node, `0x${'ab'.repeat(31)}`], 32)).toThrow('31 bytes instead of 32')
    expect(() => parseHexRows([node, `0x${'ab'.repeat(31)}!!`], 32)).toThrow('character 64 ("!")')
    expect(() => parseHexRows([node, `0y${'ab'.repeat(32)}`], 32)).toThrow('character 0')
    expect(() => parseHexOf('0x1234', 3)).toThrow('2 bytes instead of 3')
  })

  test('error: HexWidthError', () => {
    expect(() => printHexRows(new Uint8Array(33), 32)).toThrow('33 bytes')
    expect(() => printHexRows(new Uint8Array(33), 0)).toThrow('rows of 0 bytes')
    expect(() => parseHexRows(['0x'], 0)).toThrow('rows of 0 bytes')
  })
})
