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
  parseHexText,
  printHex,
  printHexFilled,
  printHexRows,
} from './hex.ts'
import {
  byteLimit,
  createJsCodec,
  createWasmCodec,
  fillBytes,
  fillLimit,
  type HexCodec,
  type HexParts,
  partLimit,
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

  test('law: lent memory changes no answer, and is used where the bytes fit', () => {
    const memory = new Uint8Array(150).fill(255)
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const lent = parseHexText(printHex(bytes), memory)
        expect(lent).toEqual(parseHexText(printHex(bytes)))
        expect(lent.bytes.buffer === memory.buffer).toBe(bytes.length <= memory.length)
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
        const left = new Uint8Array(length)
        const right = new Uint8Array(length)
        expect(wasm!.parse(text, left, length)).toBe(codec.parse(text, right, length))
        if (/[0-9a-fA-F]$/.test(text)) expect(left).toEqual(right)
      }
    }
  })

  test('every character of one byte, at every place of every width up to 40', () => {
    const codec = createJsCodec()
    for (let width = 1; width <= 40; width++) {
      for (let place = 0; place < 2 * width; place++) {
        for (const code of [47, 48, 57, 58, 64, 65, 70, 71, 96, 97, 102, 103, 16, 127, 17]) {
          const digits = '3c'.repeat(width)
          const text = `0x${digits.slice(0, place)}${String.fromCharCode(code)}${digits.slice(place + 1)}`
          const left = new Uint8Array(width)
          const right = new Uint8Array(width)
          const isHex = codec.parse(text, right, width)
          if (wasm!.parse(text, left, width) !== isHex) expect.fail(JSON.stringify(text))
          if (isHex && Buffer.compare(left, right) !== 0) expect.fail(text)
          expect(wasm!.parseLower(text, left)).toBe(codec.parseLower(text, right))
        }
      }
    }
  })
})

describe('behavior: texts read into bytes that are printed', () => {
  type Part = { readonly gap: number; readonly rows: readonly Uint8Array[]; readonly apart: number }
  const part: fc.Arbitrary<Part> = fc
    .record({
      gap: fc.nat({ max: 40 }),
      width: fc.nat({ max: 50 }),
      count: fc.nat({ max: 4 }),
      apart: fc.nat({ max: 33 }),
      seed: fc.nat({ max: 255 }),
    })
    .map(({ gap, width, count, apart, seed }) => ({
      gap,
      apart: width + apart,
      rows: Array.from({ length: count }, (_, row) =>
        new Uint8Array(width).map((_, at) => seed + 97 * row + 31 * at),
      ),
    }))
  const filledOf = (parts: readonly Part[]) => {
    const places: number[] = []
    let size = 0
    for (const { gap, rows, apart } of parts) {
      size += gap
      places.push(size, rows[0]?.length ?? 0, rows.length, apart)
      size += rows.length * apart
    }
    const bytes = new Uint8Array(size).map((_, at) => at * 7)
    const expected = bytes.slice()
    parts.forEach(({ rows, apart }, index) => {
      rows.forEach((row, at) => {
        expected.set(row, places[4 * index]! + at * apart)
      })
    })
    const text = parts.flatMap(({ rows }) => rows.map((row) => bytesToHex(row))).join('')
    return { bytes, expected, parts: { text, places: Uint32Array.from(places) } }
  }
  const codecs: readonly HexCodec[] = [createWasmCodec()!, createJsCodec()]
  const plain = (bytes: Uint8Array, parts: HexParts) => {
    const filled = bytes.slice()
    const isRead = fillBytes(filled, parts, (text, at, target) => {
      const row = text.slice(at, at + 2 + 2 * target.length)
      if (!/^0x[0-9a-fA-F]*$/.test(row)) return false
      target.set(Buffer.from(row.slice(2), 'hex'))
      return true
    })
    return isRead ? bytesToHex(filled) : null
  }

  test('law: each text is at its place, what lies between is untouched', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (list) => {
        const { bytes, expected, parts } = filledOf(list)
        const before = bytes.slice()
        expect(printHexFilled(bytes, parts)).toBe(bytesToHex(expected))
        for (const codec of codecs) {
          if (bytes.length > 0) expect(codec.printFilled(bytes, parts)).toBe(bytesToHex(expected))
        }
        expect(bytes).toEqual(before)
      }),
    )
  })

  test('law: whatever is damaged, the kernel answers as the plain reading does', () => {
    const damage = fc.record({
      kind: fc.constantFrom('character', 'cut', 'insert', 'place', 'huge'),
      at: fc.nat(),
      code: fc.constantFrom(0, 47, 58, 71, 88, 103, 120, 233, 256, 48, 65),
    })
    let refused = 0
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), damage, (list, hit) => {
        const { bytes, parts } = filledOf(list)
        if (bytes.length === 0) return
        const place = hit.at % (parts.text.length + 1)
        const character = String.fromCharCode(hit.code)
        const places = parts.places.slice()
        const number = hit.at % places.length
        if (hit.kind === 'place') places[number] = places[number]! + hit.code
        if (hit.kind === 'huge') places[number] = 2 ** 32 - 1 - hit.code
        // A row of nothing says nothing as often as it likes: only the count of rows is without an end.
        if (places.some((rows, index) => index % 4 === 2 && rows > 2 ** 16)) return
        const end = hit.kind === 'character' ? place + 1 : place
        const text =
          hit.kind === 'cut'
            ? parts.text.slice(0, place)
            : hit.kind === 'character' || hit.kind === 'insert'
              ? `${parts.text.slice(0, place)}${character}${parts.text.slice(end)}`
              : parts.text
        const expected = plain(bytes, { text, places })
        if (expected === null) refused++
        expect(printHexFilled(bytes, { text, places })).toBe(expected)
        for (const codec of codecs)
          expect(codec.printFilled(bytes, { text, places })).toBe(expected)
      }),
      { numRuns: runsOf(5) },
    )
    expect(refused).toBeGreaterThan(0)
  })

  test('more bytes or more parts than the kernel takes at once', () => {
    const large = new Uint8Array(fillLimit + 1)
    const row = 'ab'.repeat(32)
    const places = Uint32Array.of(fillLimit - 31, 32, 1, 32)
    const zeros = '00'.repeat(fillLimit - 31)
    expect(printHexFilled(large, { text: `0x${row}`, places }) === `0x${zeros}${row}`).toBe(true)
    expect(printHexFilled(large, { text: `0x${row.slice(1)}g`, places })).toBeNull()
    const many = Uint32Array.from({ length: 4 * (partLimit + 1) }, (_, at) =>
      at % 4 === 0 ? at / 4 : 1,
    )
    const text = '0xcd'.repeat(partLimit + 1)
    expect(printHexFilled(new Uint8Array(partLimit + 1), { text, places: many })).toBe(
      `0x${'cd'.repeat(partLimit + 1)}`,
    )
  })
})

test('law: a text comes back in lower case, itself if it is so already', () => {
  const size = fc.oneof(fc.nat({ max: 80 }), fc.constantFrom(byteLimit, byteLimit + 1))
  fc.assert(
    fc.property(size, fc.nat(), (length, at) => {
      const bytes = new Uint8Array(length).map((_, index) => (index * 167) & 255)
      const lower = bytesToHex(bytes)
      const place = 2 + (at % Math.max(1, 2 * length))
      const mixed = `${lower.slice(0, place)}${lower.slice(place, place + 1).toUpperCase()}${lower.slice(place + 1)}`
      for (const text of [lower, mixed, `0x${lower.slice(2).toUpperCase()}`]) {
        const parsed = parseHexText(text)
        expect(parsed.text === lower).toBe(true)
        expect(Buffer.compare(parsed.bytes, bytes)).toBe(0)
      }
    }),
    { numRuns: runsOf(0.3) },
  )
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
    expect(() => parseHexText(text)).toThrow(why)
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
