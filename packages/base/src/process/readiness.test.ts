import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PartReport, readinessBodyOf, readinessOf, readyPart } from './readiness.ts'

const statuses = ['ready', 'degraded', 'not_ready'] as const
const report = (part: string, status: PartReport['status']): PartReport => ({
  part,
  status,
  problems:
    status === 'ready' ? [] : [{ code: 'away', message: 'It is away.', chain: null, facts: {} }],
})

test('law: a process does as well as its worst part, in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...statuses)), (parts) => {
      const reports = parts.map((status, index) => report(`p${index}`, status))
      const { status } = readinessOf(reports)
      expect(readinessOf([...reports].reverse()).status).toBe(status)
      const worst = statuses.findLast((one) => parts.includes(one)) ?? 'ready'
      expect(status).toBe(worst)
      expect(readinessOf([...reports, readyPart('more')]).status).toBe(status)
    }),
  )
})

test('golden: the answer names the parts that are not ready, and says why', () => {
  const problem = {
    code: 'wrong_chain',
    message: 'URL 1 of MAINNET_RPC_URL shows chain 42161 instead of 1.',
    chain: 'mainnet',
    facts: { variable: 'MAINNET_RPC_URL', url: 1 },
  }
  const parts: readonly PartReport[] = [
    readyPart('store'),
    { part: 'nodes', status: 'degraded', problems: [problem] },
  ]
  expect(readinessBodyOf(readinessOf(parts))).toEqual({
    status: 'degraded',
    because: ['nodes'],
    parts: {
      store: { status: 'ready' },
      nodes: {
        status: 'degraded',
        problems: [
          {
            code: 'wrong_chain',
            message: problem.message,
            chain: 'mainnet',
            variable: 'MAINNET_RPC_URL',
            url: 1,
          },
        ],
      },
    },
  })
  expect(readinessBodyOf(readinessOf([readyPart('store')]))).toEqual({
    status: 'ready',
    parts: { store: { status: 'ready' } },
  })
})
