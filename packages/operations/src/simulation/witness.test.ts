import type { Address, Hex } from '@vaultwright/base'
import { printWitness, type Witness, witnessOf } from '@vaultwright/proof'
import { afterEach, expect, test, vi } from 'vitest'
import { openMadeState } from '../../../../test/support/evm/made-state.ts'
import { isWitnessText, replayedResult } from './witness.ts'

const sender: Address = '0x1111111111111111111111111111111111111111'
const target: Address = '0xc0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0'
const empty: Address = '0x0000000000000000000000000000000000000000'

/** A witness of a call to code, with all that it needs. */
function witnessOfCode(code: Hex, gas: bigint): Witness {
  const state = openMadeState(new Map([[target, { code }]]))
  for (const name of [sender, target, empty]) state.account(name)
  state.code(state.account(target)!.codeHash)
  const request = { from: sender, to: target, data: '0x', value: 0n, gas, vault: null } as const
  const timestamp = state.header.timestamp + 1n
  return witnessOf(state, {
    chainId: 31_337,
    hardfork: 'prague',
    request: { ...request, timestamp, watch: [] },
  })
}

afterEach(() => vi.restoreAllMocks())

test('default', async () => {
  const witness = witnessOfCode('0x602a5f5260205ff3', 100_000n)
  expect(isWitnessText(printWitness(witness))).toBe(true)
  expect(isWitnessText('{}') || isWitnessText('{')).toBe(false)
  const { nodes, codes } = witness
  const { answer } = await replayedResult(witness, witness.blockHash)
  expect(answer).toMatchObject({
    proven: { simulation: { outcome: { status: 'success' } }, witness: { nodes, codes } },
  })
})

test('refuses: a witness whose loop and gas have no end, after a minute of the EVM', async () => {
  let seconds = 0
  vi.spyOn(performance, 'now').mockImplementation(() => 1_000 * seconds++)
  const witness = witnessOfCode('0x5b5f56', 10n ** 70n)
  await expect(replayedResult(witness, witness.blockHash)).rejects.toMatchObject({
    code: 'evm_time_limit',
    facts: { mayRunMs: 60_000 },
  })
})
