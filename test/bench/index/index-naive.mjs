// What is written first: a day is read by asking one thing after the other.

import { readVault } from '@vaultwright/indexer'
import { endOfDay } from '@vaultwright/valuation'

/**
 * Reads a vault's day: its block is searched for, each call is an `eth_call`, the logs are one question.
 *
 * @param rpc - the node.
 * @param plan - what is to be asked, found out beforehand.
 * @returns the block, and each call with its answer.
 */
export async function readNaively(rpc, plan) {
  const block = await findBlock(rpc, endOfDay(plan.day))
  const answers = new Map()
  const reading = readVault(plan)
  let step = reading.next()
  while (!step.done) {
    const results = []
    for (const { to, data } of step.value) {
      const key = `${to} ${data}`
      if (!answers.has(key)) answers.set(key, [to, data, await call(rpc, { to, data }, block)])
      results.push(answers.get(key)[2])
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
async function findBlock(rpc, unix) {
  let low = 0n
  let high = BigInt(await ask(rpc, 'eth_blockNumber', []))
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    const { timestamp } = await blockAt(rpc, middle)
    if (BigInt(timestamp) <= unix) low = middle
    else high = middle - 1n
  }
  return blockAt(rpc, low)
}

function blockAt(rpc, number) {
  return ask(rpc, 'eth_getBlockByNumber', [`0x${number.toString(16)}`, false])
}

/** What reverts has no answer. */
async function call(rpc, { to, data }, { number }) {
  const [answer] = await rpc.ask([{ method: 'eth_call', params: [{ to, data }, number] }])
  return answer.ok ? answer.value : null
}

async function ask(rpc, method, params) {
  const [answer] = await rpc.ask([{ method, params }])
  if (!answer.ok) throw new Error(`${method}: ${JSON.stringify(answer)}`)
  return answer.value
}
