import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Line, lineLimit, linesOf } from './arguments.ts'

async function* chunked(bytes: Uint8Array, cuts: readonly number[]): AsyncIterable<Uint8Array> {
  const places = [
    0,
    ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b),
    bytes.length,
  ]
  for (let index = 1; index < places.length; index++)
    yield bytes.subarray(places[index - 1], places[index])
}

async function read(chunks: AsyncIterable<Uint8Array>): Promise<Line[]> {
  const lines: Line[] = []
  for await (const line of linesOf(chunks)) lines.push(line)
  return lines
}

test('behavior: lines are the same however the bytes are cut', async () => {
  const text = fc.array(fc.string({ unit: 'grapheme', maxLength: 8 }), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat(), { maxLength: 6 }), async (rows, cuts) => {
      const bytes = new TextEncoder().encode(rows.join('\n'))
      const expected = rows
        .join('\n')
        .split('\n')
        .map((row, at) => ({ number: at + 1, text: row.replace(/^\ufeff/, '').trim() }))
        .filter(({ text }) => text !== '')
      expect(await read(chunked(bytes, cuts))).toEqual(expected)
    }),
  )
})

test('error: NotTextInputError, and the lines after it', async () => {
  const bytes = Buffer.concat([Buffer.from('a\n'), Buffer.from([0xff]), Buffer.from('\nb')])
  const lines = await read(chunked(bytes, []))
  expect(lines.map(({ text }) => (typeof text === 'string' ? text : text.code))).toEqual([
    'a',
    'input_not_text',
    'b',
  ])
})

test('error: TooLargeInputError, and the lines after it', async () => {
  const long = Buffer.alloc(lineLimit + 10, 97)
  const lines = await read(
    chunked(Buffer.concat([long, Buffer.from('\nb\n')]), [1000, lineLimit - 1, lineLimit + 5]),
  )
  expect(lines.map(({ text }) => (typeof text === 'string' ? text : text.code))).toEqual([
    'input_too_large',
    'b',
  ])
})
