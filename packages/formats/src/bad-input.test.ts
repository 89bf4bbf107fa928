import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { parseTreeFile } from './parse.ts'
import { maxTextBytes, parseJson } from './text/json-text.ts'
import { walkJson } from './text/json-walk.ts'

const folder = new URL('../../../fixtures/trees/', import.meta.url)
const sound = readFileSync(new URL('layout-prettier-2.json', folder), 'utf8')
const rust = readFileSync(new URL('rust.json', folder), 'utf8')

/** The code and facts of the error of an input. */
function refusal(input: Uint8Array | string): { readonly code: string; readonly facts: object } {
  try {
    parseTreeFile(input)
  } catch (error) {
    return error as { code: string; facts: object }
  }
  throw new Error('it was read')
}

test('error: EmptyFileError', () => {
  expect(refusal(new Uint8Array(0)).code).toBe('empty_file')
  expect(refusal('').code).toBe('empty_file')
})

test('error: FileTooLargeError', () => {
  expect(refusal(new Uint8Array(maxTextBytes + 1))).toMatchObject({
    code: 'file_too_large',
    facts: { bytes: maxTextBytes + 1, limit: maxTextBytes },
  })
})

test('error: NotUtf8Error', () => {
  const bytes = new TextEncoder().encode(sound)
  bytes[1000] = 0xff
  expect(refusal(bytes)).toMatchObject({ code: 'not_utf8', facts: { offset: 1000 } })
  const cut = new TextEncoder().encode('{"₮').subarray(0, 4)
  expect(refusal(cut)).toMatchObject({ code: 'not_utf8', facts: { offset: 2 } })
})

test.for([
  ['a byte order mark', `\uFEFF${sound}`, 1, 1],
  ['a trailing comma', sound.replace('16\n', '16,\n'), 17, 3],
  ['a truncated file', '{\n  "leafs": [\n    {"a": 1', 3, 12],
  ['a truncated string', '{"leafs', 1, 8],
  ['a second value', '{} {}', 1, 4],
  ['nothing but space', ' \n ', 2, 2],
  ['a missing colon', '{"a" 1}', 1, 6],
  ['a leading zero', '[01]', 1, 3],
  ['a control character', '["\t"]', 1, 3],
  ['an unknown escape', '["\\x"]', 1, 3],
  ['deep nesting', '['.repeat(200_000), 1, 200_001],
] as const)('error: JsonSyntaxError for %s', ([, text, line, column]) => {
  expect(refusal(text)).toMatchObject({ code: 'json_syntax', facts: { line, column } })
})

test('error: DuplicateKeyError', () => {
  const twice = sound.replace('"LeafCount"', '"LeafCount": 1,\n    "LeafCount"')
  expect(refusal(twice)).toMatchObject({
    code: 'duplicate_key',
    facts: { path: 'metadata.LeafCount', line: 14 },
  })
  const inRust = rust.replace('"root"', '"root": "0x",\n  "root"')
  expect(refusal(inRust)).toMatchObject({ code: 'duplicate_key', facts: { path: 'root' } })
})

test.for([
  ['a negative count', '"LeafCount": 13', '"LeafCount": -1', 'metadata.LeafCount'],
  ['minus zero', '"LeafCount": 13', '"LeafCount": -0', 'metadata.LeafCount'],
  ['a huge count', '"LeafCount": 13', '"LeafCount": 1e300', 'metadata.LeafCount'],
  ['an endless count', '"LeafCount": 13', '"LeafCount": 1e999', 'metadata.LeafCount'],
  ['a fraction', '"TreeCapacity": 16', '"TreeCapacity": 16.5', 'metadata.TreeCapacity'],
  ['a count as text', '"TreeCapacity": 16', '"TreeCapacity": "16"', 'metadata.TreeCapacity'],
  ['a short digest', /(ManageRoot": "0x.{62}).{2}/, '$1', 'metadata.ManageRoot'],
  ['an odd digit', /(ManageRoot": "0x.{63})./, '$1', 'metadata.ManageRoot'],
  ['no hex', /ManageRoot": "0x./, 'ManageRoot": "0xg', 'metadata.ManageRoot'],
  ['a short address', /(TargetAddress": "0x.{38}).{2}/, '$1', 'leafs[0].TargetAddress'],
  [
    'odd packed digits',
    /(PackedArgumentAddresses": "0x)"/,
    '$10"',
    'leafs[0].PackedArgumentAddresses',
  ],
  ['a long selector', /(FunctionSelector": "0x)/, '$100', 'leafs[0].FunctionSelector'],
  ['a missing key', /"CanSendValue": true,/, '', 'leafs[0].CanSendValue'],
  ['a missing list', '"leafs"', '"leaves"', 'leafs'],
  ['an unknown key', '"LeafCount"', '"Extra": 1, "LeafCount"', 'metadata.Extra'],
  ['a prototype as a key', '"LeafCount"', '"__proto__": 1, "LeafCount"', 'metadata.__proto__'],
  ['a null', /"Description": "[^"]*"/, '"Description": null', 'leafs[0].Description'],
  [
    'an argument that is none',
    '"AddressArguments": []',
    '"AddressArguments": [7]',
    'leafs[0].AddressArguments[0]',
  ],
  ['a layer that is none', /"MerkleTree": \{/, '"MerkleTree": { "x": [],', 'MerkleTree.x'],
  ['a leaf that is none', '"leafs": [', '"leafs": [ 5, ', 'leafs[0]'],
] as const)('error: FileSchemaError for %s', ([, pattern, by, path]) => {
  const { code, facts } = refusal(sound.replace(pattern, by))
  expect([code, facts]).toMatchObject(['file_schema', { path }])
  expect(facts).toHaveProperty('line')
})

test('error: FileSchemaError says minus zero as it is', () => {
  const { facts } = refusal(sound.replace('"LeafCount": 13', '"LeafCount": -0'))
  expect(facts).toMatchObject({ why: expect.stringMatching(/not -0$/) })
})

test('error: FileSchemaError names line and column', () => {
  const { facts } = refusal(sound.replace('"LeafCount": 13', '"LeafCount": -1'))
  expect(facts).toMatchObject({ line: 13, column: 18 })
})

test.for(['null', '7', '"leafs"', '[]', '{}', 'true'])(
  'error: ForeignFormatError for %s',
  (text) => {
    expect(refusal(text).code).toBe('foreign_format')
  },
)

test('behavior: the walk accepts exactly what JSON.parse accepts', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"b"',
    '"\\u12aF"',
    '"\\',
    '-',
    '0',
    '1.5e+3',
    '01',
    'true',
    'nul',
    'null',
    ' ',
    '\n',
    '\u00a0',
    '"\u2028"',
    '"\ud800"',
    '1.',
    '.5',
    '\t',
  )
  const text = fc.oneof(
    fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
    fc
      .json()
      .chain((json) =>
        fc
          .tuple(fc.nat(json.length), pieces)
          .map(([at, piece]) => json.slice(0, at) + piece + json.slice(at + 1)),
      ),
    fc.json(),
  )
  const counts = { valid: 0, invalid: 0 }
  fc.assert(
    fc.property(text, (json) => {
      const issue = walkJson(json, () => false)
      let isJson = true
      try {
        JSON.parse(json)
      } catch {
        isJson = false
      }
      if (issue?.duplicate !== undefined) return
      counts[isJson ? 'valid' : 'invalid']++
      expect(issue === null).toBe(isJson)
      if (!isJson) expect(() => parseJson(json)).toThrowError(/line \d+, column \d+/)
    }),
    { numRuns: runsOf(10) },
  )
  expect(counts.valid).toBeGreaterThan(0)
  expect(counts.invalid).toBeGreaterThan(0)
})
