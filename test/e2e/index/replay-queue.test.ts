import { expect, test } from 'vitest'
import { run, runBeside, scratch } from '../program.ts'
import { tellStory } from './index-story.ts'

test('refuses: a queue of an unknown kind, and one that does not answer', async () => {
  const env = tellStory(scratch())
  const { code, err } = run(['index', 'replay', '--queue', 'mysql://x'], { env })
  expect([code, err]).toEqual([2, expect.stringContaining('--queue must be inline, redis://')])
  const words = ['index', 'replay', '--queue', 'postgres://127.0.0.1:9/none', '--json']
  const ended = await runBeside(words, { env })
  expect([ended.code, ended.err]).toEqual([4, expect.stringContaining('queue_unavailable')])
  expect(JSON.parse(ended.out).error).toMatchObject({ code: 'queue_unavailable' })
})
