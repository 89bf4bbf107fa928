import { type Hex, parseHex } from '@vaultwright/base'
import { openAnvil } from '@vaultwright/chain'
import { beginBlock, type EvmRun, openMachine, openWorld, rulesAfter } from '@vaultwright/evm'
import { openProvenState, type ProvenState } from '@vaultwright/proof'
import { expect, test } from 'vitest'
import { type AccountCase, accountCases } from './account.cases.ts'
import { askOne, openLazyState } from './lazy-source.ts'

const chainId = 31_337
const gas = 1_000_000n
const hexOf = (value: bigint): Hex => `0x${value.toString(16)}`

type Head = { readonly number: Hex; readonly hash: Hex; readonly timestamp: Hex }
type Result = { readonly status: Hex; readonly returnData: Hex; readonly gasUsed: Hex }

test.each(['cancun', 'prague', 'osaka'] as const)(
  'law: %s: accounts appear, are emptied, delegate and end as on the node, call after call',
  async (hardfork) => {
    const anvil = await openAnvil({ arguments: ['--hardfork', hardfork] })
    try {
      const { rpc } = anvil
      const cases = accountCases.filter(({ from = 'cancun' }) => isAtLeast(hardfork, from))
      for (const { before } of cases) {
        for (const [name, account] of Object.entries(before)) {
          if (account.code !== undefined) await askOne(rpc, 'anvil_setCode', name, account.code)
          const [balance, nonce] = [account.balance ?? 0n, account.nonce ?? 0n]
          if (balance > 0n) await askOne(rpc, 'anvil_setBalance', name, hexOf(balance))
          if (nonce > 0n) await askOne(rpc, 'anvil_setNonce', name, hexOf(nonce))
        }
      }
      await askOne(rpc, 'anvil_mine', '0x2')
      const head = (await askOne(rpc, 'eth_getBlockByNumber', 'latest', false)) as Head
      for (const accountCase of cases) {
        const label = `${accountCase.name} on ${hardfork}`
        const { state, fetch } = await openLazyState(rpc, head.hash)
        const runs = await runAll(accountCase, { state, bring: fetch, head, hardfork })
        const answered = await simulateAll(accountCase, head)
        expect.soft(runs.map(resultOf), label).toEqual(answered)
        const used = usedOf(state)
        const bring = async () => undefined
        const again = await runAll(accountCase, { state: used, bring, head, hardfork })
        expect.soft(again, `${label}, from what it used`).toEqual(runs)
      }

      async function simulateAll({ calls }: AccountCase, { number, timestamp }: Head) {
        const blockOverrides = {
          number: hexOf(BigInt(number) + 1n),
          time: hexOf(BigInt(timestamp) + 1n),
          baseFeePerGas: '0x0',
          feeRecipient: `0x${'0'.repeat(40)}`,
        }
        const requests = calls.map((call) => ({
          ...call,
          value: hexOf(call.value),
          gas: hexOf(gas),
          gasPrice: '0x0',
        }))
        const plan = { blockStateCalls: [{ blockOverrides, calls: requests }], validation: false }
        const [block] = (await askOne(rpc, 'eth_simulateV1', plan, number)) as readonly {
          readonly calls: readonly Result[]
        }[]
        return block!.calls.map(({ status, returnData, gasUsed }) => ({
          status,
          returnData,
          gasUsed: BigInt(gasUsed),
        }))
      }
    } finally {
      await anvil.close()
    }
  },
)

type RunContext = {
  readonly state: ProvenState
  readonly bring: Parameters<typeof openWorld>[1]
  readonly head: Head
  readonly hardfork: string
}

async function runAll(
  { calls }: AccountCase,
  { state, bring, head, hardfork }: RunContext,
): Promise<readonly EvmRun[]> {
  const rules = rulesAfter(state.header, { chainId, hardfork })
  const world = openWorld(state, bring)
  await beginBlock(world, rules)
  const block = { number: BigInt(head.number) + 1n, timestamp: BigInt(head.timestamp) + 1n }
  const machine = await openMachine(world, rules, block)
  const runs: EvmRun[] = []
  for (const call of calls) runs.push(await machine.run({ ...call, gas }))
  return runs
}

function resultOf({ isSuccess, returnData, gasUsed }: EvmRun) {
  return { status: isSuccess ? '0x1' : '0x0', returnData, gasUsed }
}

/** The state that consists of nothing but what a run used. */
function usedOf(state: ProvenState): ProvenState {
  const used = openProvenState(state.headerRlp, state.header.hash)
  const pieces = state.used()
  for (const encoded of pieces.ancestors) used.addAncestor(parseHex(encoded))
  for (const node of pieces.nodes) used.addNode(parseHex(node))
  for (const code of pieces.codes) used.addCode(parseHex(code))
  return used
}

function isAtLeast(hardfork: string, from: string): boolean {
  const order = ['cancun', 'prague', 'osaka']
  return order.indexOf(hardfork) >= order.indexOf(from)
}
