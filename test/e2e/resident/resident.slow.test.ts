import { join } from 'node:path'
import { expect, test } from 'vitest'
import { example, run, scratch, start, startBeside } from '../program.ts'
import { assertSame, type GivenRun } from './resident-law.ts'

const folder = scratch()
const none = { DATABASE_URL: `sqlite:${join(folder, 'none.sqlite')}` }

test.each<GivenRun>([
  { words: ['tree', 'check', example, '--json'] },
  { words: ['tree', 'check', example], env: { FORCE_COLOR: '1' } },
  { words: ['calldata', 'verify', '-', '--tree', example], input: '0x00' },
  { words: ['vault', 'list'], env: none },
])('law: $words says the same in the thread that stays as in a process', assertSame)

/** Hides the differences of two runs of a service. */
const timeless = (text: string) =>
  text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replace(/127\.0\.0\.1:\d+|localhost:\d+/g, 'host')

test.each([
  ['SIGINT', ['serve', '--port', '0', '--json']],
  ['SIGTERM', ['serve', '--port', '0']],
  ['SIGINT', ['index', 'run', '--port', '0', '--json']],
  ['SIGTERM', ['index', 'run', '--port', '0']],
  ['SIGINT', ['console', '--json']],
] as const)(
  'law: what %s ends prints and logs the same in the thread that stays as in a process: %j',
  async (name, words) => {
    const env = { DATABASE_URL: `sqlite:${join(folder, 'services.sqlite')}` }
    expect(run(['db', 'migrate'], { env }).code).toBe(0)
    const outcomes = []
    for (const begin of [start, startBeside]) {
      const running = begin(words, { env })
      await running.lines(1)
      running.signal(name)
      const { code, out, err } = await running.end
      outcomes.push({ code, out: timeless(out), err: timeless(err) })
    }
    expect(outcomes[0]).toMatchObject({ code: 0 })
    expect(outcomes[1]).toEqual(outcomes[0])
  },
)
