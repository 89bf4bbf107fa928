import { expect, test } from 'vitest'
import type { Context } from './context.ts'
import { buildProgress, printDuration } from './progress.ts'

function rig(progress: number | null) {
  const written: string[] = []
  let clock = 0
  const context = {
    config: {
      color: { stdout: false, stderr: false },
      progress,
      columns: null,
      shell: 'bash',
      rpcUrls: {},
    },
    stderr: {
      write: (piece: string) => {
        written.push(piece)
        return true
      },
    },
    now: () => clock,
  } as unknown as Context
  const wait = (ms: number) => {
    clock += ms
  }
  return { context, written, wait }
}

test('default', () => {
  const { context, written, wait } = rig(80)
  const bar = buildProgress(4, context, false)
  bar.step('a')
  expect(written).toEqual([])
  wait(400)
  bar.step('b')
  expect(written.join('')).toContain('2/4 b')
  bar.step('c')
  expect(written).toHaveLength(1)
  bar.end()
  expect(written.at(-1)).toBe('\r\u001b[K')
})

test('behavior: what takes longer says its rate and the time that is left', () => {
  const { context, written, wait } = rig(80)
  const bar = buildProgress(4, context, false)
  bar.grow(4)
  wait(2_000)
  bar.step('a')
  expect(written.join('')).toContain('1/8 0.5/s, 14 s left a')
})

test.each([
  [0, '0 s'],
  [9, '9 s'],
  [245, '4 min 5 s'],
  [3_600, '1 h'],
  [183_605, '2 d 3 h'],
])('behavior: %i s is %s', (seconds, text) => {
  expect(printDuration(seconds)).toBe(text)
})

test.each([
  ['off a terminal', null, false],
  ['where silence is wanted', 80, true],
])('behavior: nothing %s', (_, progress, quiet) => {
  const { context, written, wait } = rig(progress)
  const bar = buildProgress(4, context, quiet)
  wait(1000)
  bar.step('a')
  bar.end()
  expect(written).toEqual([])
})
