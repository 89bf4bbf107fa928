import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { commonOptions } from '../command/command.ts'
import { parseLine } from './arguments.ts'

const plainWord = fc.oneof(
  fc.constantFrom('', 'a=b', '"quoted"', "'quoted'", '1e3', '007', '=', 'a-b', '@file', 'true'),
  fc.string({ unit: 'binary' }).filter((word) => !word.startsWith('-') && !word.includes('\0')),
)

test('law: words alone are read as the parser reads them beside an option', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(plainWord, { maxLength: 6 }), async (words) => {
      const alone = await parseLine(words, commonOptions)
      const beside = await parseLine([...words, '--json'], commonOptions)
      expect(alone).toEqual({ words, options: {}, unknown: [] })
      expect(beside).toEqual({ ...alone, options: { json: true } })
    }),
    { numRuns: runsOf(1) },
  )
})

test('golden: a word that begins with a dash is taken apart', async () => {
  expect(await parseLine(['a', '-', '--out', 'b', '--', '-c'], commonOptions)).toEqual({
    words: ['a', '-', '-c'],
    options: { out: 'b' },
    unknown: [],
  })
})

test('refuses: a flag with a value, and an option without one', async () => {
  const flag = parseLine(['a', '--json=1'], commonOptions)
  await expect(flag).rejects.toMatchObject({ code: 'usage' })
  const option = parseLine(['a', '--out'], commonOptions)
  await expect(option).rejects.toMatchObject({ code: 'usage' })
})
