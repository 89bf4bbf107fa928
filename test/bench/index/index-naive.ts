// The same reading as a script would do it that asks one thing after the other, on the same client.
import type { Hex } from '@vaultwright/base'
import type { Rpc } from '@vaultwright/chain'
import { readVault, type VaultReadPlan } from '@vaultwright/protocols'
import { endOfDay } from '@vaultwright/valuation'

type Block = { readonly number: Hex; readonly hash: Hex; readonly timestamp: Hex }
type Call = readonly [to: string, data: string, answer: unknown]

/**
 * Finds the day's block by bisection, and asks the plan's calls one by one: each its own `eth_call`, the logs one
 * question.
 *
 * @param plan - what is to be asked, found out beforehand.
 * @returns the block, and each call with its answer.
 */
export async function readNaively(
  rpc: Rpc,
  plan: VaultReadPlan,
): Promise<{ readonly block: Block; readonly calls: readonly Call[] }> {
  const block = await findBlock(rpc, endOfDay(plan.day))
  const answers = new Map<string, Call>()
  const reading = readVault(plan)
  let step = reading.next()
  while (step.done !== true) {
    const results: (Hex | null)[] = []
    for (const { to, data } of step.value) {
      const key = `${to} ${data}`
      if (!answers.has(key)) {
        answers.set(key, [to, data, await call(rpc, { to, data, at: block.number })])
      }
      results.push(answers.get(key)![2] as Hex | null)
    }
    step = reading.next(results)
  }
  if (plan.accountant !== null) {
    const fromBlock = `0x${BigInt(plan.fromBlock).toString(16)}`
    const filter = { address: plan.accountant, fromBlock, toBlock: block.number }
    await ask(rpc, 'eth_getLogs', [filter])
  }
  return { block, calls: [...answers.values()] }
}

/** The last block at or before a time, by halves. */
async function findBlock(rpc: Rpc, unix: bigint): Promise<Block> {
  let low = 0n
  let high = BigInt((await ask(rpc, 'eth_blockNumber', [])) as Hex)
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    const { timestamp } = await blockAt(rpc, middle)
    if (BigInt(timestamp) <= unix) low = middle
    else high = middle - 1n
  }
  return blockAt(rpc, low)
}

async function blockAt(rpc: Rpc, number: bigint): Promise<Block> {
  const params = [`0x${number.toString(16)}`, false]
  return (await ask(rpc, 'eth_getBlockByNumber', params)) as Block
}

/** Makes a call; one that reverts has no answer. */
async function call(
  rpc: Rpc,
  { to, data, at: block }: { readonly to: string; readonly data: string; readonly at: Hex },
): Promise<unknown> {
  const [answer] = await rpc.ask([{ method: 'eth_call', params: [{ to, data }, block] }])
  return answer?.ok === true ? answer.value : null
}

async function ask(rpc: Rpc, method: string, params: readonly unknown[]): Promise<unknown> {
  const [answer] = await rpc.ask([{ method, params }])
  if (answer?.ok !== true) throw new Error(`${method}: ${JSON.stringify(answer)}`)
  return answer.value
}
