import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Chain, type LocalChain, openChain, type Rpc } from '@vaultwright/chain'
import { parseTreeFile } from '@vaultwright/formats'
import { encodeCalldata } from '@vaultwright/operations'
import type { BlockRef, SimulationRequest } from '@vaultwright/outcome'
import { ruleBook } from '@vaultwright/protocols'
import { supplyCalls } from '../../support/node/local-call.ts'
import { localChainFolder, placeOf } from '../../support/node/local-chain.ts'

const wei = 10n ** 18n

/** A batch of the local chain's strategist: approves 25 WETH for the pool, and supplies them. */
export function supplyRequest(
  chain: LocalChain,
  block: BlockRef,
): SimulationRequest & { readonly block: BlockRef } {
  const file = parseTreeFile(readFileSync(join(localChainFolder, 'trees/local-eth-main-3.json')))
  const calls = supplyCalls(chain, 25n * wei, 25n * wei).map(({ target, data }) => ({
    kind: 'call' as const,
    target,
    data,
    value: 0n,
  }))
  const { calldata } = encodeCalldata(calls, {
    file,
    managerFile: file,
    rules: ruleBook,
    reads: {},
  })
  const [from, to] = [placeOf(chain, 'strategist'), placeOf(chain, 'Local ETH: manager')]
  return { from, to, data: calldata, block }
}

/** A lie between us and an honest node: it changes answers. */
export type Lie = (method: string, value: unknown, params: readonly unknown[]) => unknown

/** Opens the chain behind a node that lies, and counts its lies. */
export async function openLyingChain(
  honest: Rpc,
  id: number,
  lie: Lie,
): Promise<{ readonly chain: Chain; readonly lies: () => number }> {
  let lies = 0
  const rpc: Rpc = {
    ...honest,
    ask: async (calls) => {
      const answers = await honest.ask(calls)
      return answers.map((answer, index) => {
        if (!answer.ok) return answer
        const { method, params } = calls[index]!
        const value = lie(method, answer.value, params)
        if (JSON.stringify(value) !== JSON.stringify(answer.value)) lies++
        return { ok: true as const, value }
      })
    },
  }
  return { chain: await openChain(rpc, { id }), lies: () => lies }
}
