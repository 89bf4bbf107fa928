import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Figure } from '../figure.ts'
import { barsWithoutFigure, isHeld } from './bar.ts'
import { loadPeer } from './peer.ts'
import { lineOf, printJson } from './print.ts'

const value = fc.integer({ min: 0, max: 100 })

test('law: a bar is held by what is on its side of the limit, the limit itself too', () => {
  fc.assert(
    fc.property(value, value, (measured, limit) => {
      const figure = figureOf({ ratio: measured, ours: limit })
      expect(isHeld(figure, { of: 'ratio', atLeast: limit })).toBe(measured >= limit)
      expect(isHeld(figure, { of: 'ratio', atMost: limit })).toBe(measured <= limit)
      expect(isHeld(figure, { of: 'ours', atMost: limit })).toBe(true)
      expect(isHeld(figure, { of: 'ours', atLeast: limit + 1 })).toBe(false)
    }),
  )
})

test('golden: without a bar or a peer nothing is held or missed', () => {
  const alone = figureOf({ theirs: null, ratio: null })
  expect(isHeld(alone, null)).toBeNull()
  expect(isHeld(alone, { of: 'ratio', atLeast: 1 })).toBeNull()
  expect(isHeld(alone, { of: 'ours', atMost: 5 })).toBe(true)
})

test('golden: bars of figures that are not there are named', () => {
  const bar = { of: 'ratio', atLeast: 1 } as const
  const bars = { 'work-1 kit': bar, 'work-1': bar, 'work-2 kit': bar }
  expect(barsWithoutFigure(bars, [figureOf({})])).toEqual(['work-1', 'work-2 kit'])
})

test('golden: a line has the figure, its bar and the load, with numbers of six digits', () => {
  const context = {
    part: 'work',
    load: 1.5,
    cores: 2,
    bars: { 'work-1 kit': { of: 'ratio', atLeast: 2 } },
  } as const
  expect(printJson(lineOf(figureOf({ theirs: 10 / 3 }), context))).toBe(
    '{"part":"work","name":"work-1","peer":"kit","unit":"ms","ours":1,"theirs":3.33333,"ratio":3,' +
      '"fresh":true,"bar":{"of":"ratio","atLeast":2},"held":true,"load":1.5,"cores":2}',
  )
})

test('refuses: a peer that is not installed beside the benchmarks, though the project has it', async () => {
  expect(await loadPeer('nothing-of-this-name')).toBeNull()
  expect(await loadPeer('fast-check')).toBeNull()
})

function figureOf(some: Partial<Figure>): Figure {
  const figure = { name: 'work-1', peer: 'kit', unit: 'ms', ours: 1, theirs: 3 } as const
  return { ...figure, ratio: 3, fresh: true, ...some }
}
