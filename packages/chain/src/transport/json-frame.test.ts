import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openJsonFramer } from './ipc-rpc.ts'

const texts = fc.array(
  fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())),
  { maxLength: 6 },
)

test('law: texts come out as they went in, however the stream is cut', () => {
  fc.assert(
    fc.property(
      texts,
      fc.constantFrom('', '\n', ' \r\n'),
      fc.integer({ min: 1, max: 40 }),
      (values, end, step) => {
        const texts = values.map((value) => JSON.stringify(value))
        const stream = Buffer.from(texts.map((text) => text + end).join(''))
        const framer = openJsonFramer()
        const frames: string[] = []
        for (let index = 0; index < stream.length; index += step) {
          frames.push(...framer.push(stream.subarray(index, index + step)))
        }
        expect(frames).toEqual(texts)
      },
    ),
  )
})

test('behavior: brackets and quotes inside texts count for nothing', () => {
  const text = '{"a":"}]\\"{[","b":[1,{"c":"\\\\"}]}'
  expect(openJsonFramer().push(Buffer.from(`${text}${text}{"d"`))).toEqual([text, text])
})
