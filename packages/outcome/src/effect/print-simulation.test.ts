import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printSimulation } from './print-simulation.ts'
import type { Simulation } from './simulation.ts'

const simulation: Simulation = {
  engine: 'proven',
  engineVersion: 'test',
  block: { number: 7n, hash: `0x${'11'.repeat(32)}`, timestamp: 9n },
  vault: null,
  drones: null,
  outcome: { status: 'success' },
  gasUsed: 21_000n,
  gasPriceWei: null,
  gasCostWei: null,
  gasPriceUnknown: 'not asked',
  logs: [],
  transfers: [],
  approvals: [],
  balances: [],
  warnings: [],
  trace: null,
}

test('golden: whole numbers are decimal texts, and the order of the fields stays', () => {
  const text = printSimulation(simulation)
  const lines = text.split('\n')
  expect(lines.slice(0, 5)).toEqual([
    '{',
    '  "engine": "proven",',
    '  "engineVersion": "test",',
    '  "block": {',
    '    "number": "7",',
  ])
  expect(lines).toContain('  "gasUsed": "21000",')
  expect(text.endsWith('\n}\n')).toBe(true)
})

test('law: a simulation that went through a thread is printed as the same bytes', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt(), (gasUsed, number) => {
      const changed = { ...simulation, gasUsed, block: { ...simulation.block, number } }
      expect(printSimulation(structuredClone(changed))).toBe(printSimulation(changed))
      expect(JSON.parse(printSimulation(changed)).gasUsed).toBe(String(gasUsed))
    }),
  )
})
