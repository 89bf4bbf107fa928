import { protocolOf } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import { protocolViewOf } from './describe.ts'
import { evidenceName, evidenceText } from './evidence.ts'

test('golden: a protocol says how many of its actions have run on what, and each action where', () => {
  const { actions } = protocolViewOf(protocolOf('pendle')!)
  expect(evidenceText(actions)).toBe('16 on real contracts, 0 on stand-ins, 2 by rule alone')
  const nameOf = (route: string) =>
    evidenceName(actions.find((action) => action.route === route)!.evidence)
  expect(nameOf('pendle/buy_pt')).toBe('run on @pendle/core-v2 6.11.0')
  expect(nameOf('pendle/swap_pt_for_yt')).toBe('not run in the tests')
  const [, stake] = protocolViewOf(protocolOf('curve')!).actions
  expect(evidenceName(stake!.evidence)).toBe('run on a stand-in')
})
