import { readFileSync } from 'node:fs'
import { BaseError, isSound } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { detectFormat } from './detect.ts'
import { parseTreeFile } from './parse.ts'
import { printRust } from './rust/rust-print.ts'
import { printSolidity } from './solidity/solidity-print.ts'
import { layouts } from './tree/layout.ts'

const folder = new URL('../../../fixtures/trees/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const solidity = read('variant-full.json')
const rust = printRust(parseTreeFile(solidity))

type Edit = { readonly at: number; readonly drop: number; readonly put: string }

const put = fc.oneof(
  fc.constantFrom(
    '"',
    ',',
    '{',
    '}',
    '[',
    ']',
    '0',
    '-',
    'e',
    'null',
    '\n',
    ' ',
    '"a":1,',
    'A',
    'f',
    '\\',
  ),
  fc.string({ maxLength: 3 }),
)
const edit = fc.record({ at: fc.nat(100_000), drop: fc.nat(3), put })

function edited(text: string, edits: readonly Edit[]): string {
  return edits.reduce((so, { at: offset, drop, put: added }) => {
    const from = offset % so.length
    return so.slice(0, from) + added + so.slice(from + drop)
  }, text)
}

/** Checks a reader on any text: it refuses with a type, or it says every contradiction. */
function check(text: string): void {
  expect(() => detectFormat(text)).not.toThrow()
  let file: ReturnType<typeof parseTreeFile>
  try {
    file = parseTreeFile(text)
  } catch (error) {
    expect(error).toBeInstanceOf(BaseError)
    return
  }
  if (!isSound(file.findings)) return
  const printed = file.format === 'rust' ? printRust(file) : printSolidity(file)
  const isLossless = !file.findings.some(({ code }) => code === 'layout_unknown')
  if (file.format === 'solidity' && isLossless) expect(printed).toBe(text)
  expect(folded(JSON.parse(printed))).toEqual(folded(JSON.parse(text)))
}

/** The value with hex in lower case, which is where a sound text may differ from its print. */
function folded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replace(/0x[0-9a-fA-F]+/g, (hex) => hex.toLowerCase()))
}

test.for([
  ['solidity', solidity],
  ['rust', rust],
] as const)(
  'behavior: an edited %s file is refused with a type, or every change is found',
  ([, text]) => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) =>
        check(edited(text, edits)),
      ),
      { numRuns: runsOf(10) },
    )
  },
)

test('behavior: any JSON value in any place is refused with a type, or found', () => {
  const places = Object.entries({ metadata: 8, leafs: 2, MerkleTree: 2 })
  const place = fc.constantFrom(...places.map(([key]) => key))
  fc.assert(
    fc.property(place, fc.nat(20), fc.jsonValue({ depthSize: 'small' }), (key, at, value) => {
      const copy = JSON.parse(solidity)
      const inner = key === 'leafs' ? copy.leafs[at % 2] : copy[key]
      const keys = Object.keys(inner)
      inner[keys[at % keys.length]!] = value
      check(JSON.stringify(copy))
    }),
    { numRuns: runsOf(5) },
  )
})

test('behavior: any bytes are refused with a type', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(() => parseTreeFile(bytes)).toThrowError(BaseError)
      expect(() => detectFormat(bytes)).not.toThrow()
    }),
    { numRuns: runsOf(5) },
  )
})

test('behavior: any space between the words comes back', () => {
  const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/)
  fc.assert(
    fc.property(
      fc.constantFrom(...layouts),
      fc.array(fc.tuple(fc.nat(), space)),
      (layout, gaps) => {
        const base = printSolidity(parseTreeFile(solidity), { layout })
        const spots = [...base.matchAll(/[,{}[\]](?=\s*["{}[\],])/g)].map(
          (match) => match.index + 1,
        )
        const text = gaps.reduce((so, [spot, added]) => {
          const place = spots[spot % spots.length]!
          return (
            so.slice(0, place) +
            (/^[\s"{}[\],]/.test(so.slice(place)) ? added : '') +
            so.slice(place)
          )
        }, base)
        fc.pre(isSameValue(text, base))
        expect(printSolidity(parseTreeFile(text))).toBe(text)
        expect(printSolidity(parseTreeFile(printRust(parseTreeFile(text))))).toBe(text)
      },
    ),
  )
})

function isSameValue(one: string, other: string): boolean {
  try {
    return JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other))
  } catch {
    return false
  }
}
