import { join } from 'node:path'
import { expect, test } from 'vitest'
import { example, run, runBeside, runProcess, scratch } from './program.ts'

const folder = scratch()

/** Command lines of all exits, and what they are given. */
const runs = [
  { words: ['tree', 'root', example] },
  { words: ['tree', 'check', example, '--json'] },
  { words: ['tree', 'check', example], env: { FORCE_COLOR: '1' } },
  { words: ['tree', 'root', '-'], input: '{"leafs": []}' },
  { words: ['tree', 'root', 'nope', '--json'] },
  { words: ['tree', 'rot', example] },
  { words: ['calldata', 'verify', '-', '--tree', example], input: '0x00' },
  { words: ['completion'], env: { SHELL: '/bin/zsh' } },
  { words: ['vault', 'list'], env: { DATABASE_URL: `sqlite:${join(folder, 'none.sqlite')}` } },
  { words: ['tree', 'show', '--help'] },
]

test.each(runs)(
  'law: $words says the same in the thread that stays as in a process',
  async ({ words, ...options }) => {
    const alone = runProcess(words, options)
    expect(run(words, options)).toEqual(alone)
    if (!('input' in options)) expect(await runBeside(words, options)).toEqual(alone)
  },
)
