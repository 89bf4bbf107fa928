import { test } from 'vitest'
import { example } from '../program.ts'
import { assertSame, type GivenRun } from './resident-law.ts'

test.each<GivenRun>([
  { words: ['tree', 'root', example] },
  { words: ['tree', 'root', '-'], input: '{"leafs": []}' },
  { words: ['tree', 'root', 'nope', '--json'] },
  { words: ['tree', 'rot', example] },
  { words: ['completion'], env: { SHELL: '/bin/zsh' } },
  { words: ['tree', 'show', '--help'] },
])('law: $words says the same in the thread that stays as in a process', assertSame)
