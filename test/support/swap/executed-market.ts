import { type Address, type Hex, isSameAddress, printHex } from '@vaultwright/base'
import { type LeafTree, type PackedAnswer, readBatch, verifyCalldata } from '@vaultwright/manager'
import type { MarketTransaction } from '@vaultwright/operations'
import { ruleBook } from '@vaultwright/protocols'
import { decodeAbiParameters, encodeFunctionData, erc20Abi, parseEventLogs } from 'viem'
import { expect } from 'vitest'
import type { SwapChain } from './swap-chain.ts'

const vaultName = 'Local ETH'

/**
 * Executes what was built and takes it back: every call is proven, the vault's balances change as the
 * simulation said, no allowance is left, and only what is sold leaves the vault.
 */
export async function expectExecuted(
  { place, ask, undone, send, held }: SwapChain,
  { built, candidate, approvalsLeft }: MarketTransaction,
  tree: LeafTree,
): Promise<void> {
  await expectProven(ask, built.calldata, tree)
  expect(approvalsLeft).toEqual([])
  const vault = place(vaultName)
  const [sold, bought] = [candidate.legs[0]!.sellToken, candidate.legs.at(-1)!.buyToken]
  const sellAmount = candidate.legs
    .filter(({ sellToken }) => sellToken === sold)
    .reduce((sum, leg) => sum + leg.sellAmount, 0n)
  await undone(async () => {
    const before = [await held(sold), await held(bought)] as const
    const logs = await send(place('trader'), built.target, built.calldata)
    expect(isNear(before[0] - (await held(sold)), sellAmount)).toBe(true)
    expect((await held(bought)) - before[1]).toBe(candidate.buyAmount)
    const middle = candidate.legs.map(({ buyToken }) => buyToken)
    for (const { address, args } of parseEventLogs({
      abi: erc20Abi,
      eventName: 'Transfer',
      logs,
    })) {
      if (!isSameAddress(args.from, vault)) continue
      expect([sold, ...middle.slice(0, -1)].map(lower)).toContain(lower(address))
    }
    for (const { address, args } of parseEventLogs({
      abi: erc20Abi,
      eventName: 'Approval',
      logs,
    })) {
      if (!isSameAddress(args.owner, vault)) continue
      const pair = [args.owner, args.spender] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: pair })
      const left = await ask('eth_call', { to: address, data }, 'latest')
      expect([address, args.spender, BigInt(left as Hex)]).toEqual([address, args.spender, 0n])
    }
  })
}

/** Verifies every call with what the decoders themselves answer. */
async function expectProven(ask: SwapChain['ask'], data: Hex, tree: LeafTree): Promise<void> {
  const answers = new Map<string, PackedAnswer>()
  for (const { decoder, bytes } of readBatch(data).calls) {
    const call = { to: decoder, data: printHex(bytes) }
    const answer = (await ask('eth_call', call, 'latest')) as Hex
    const [packed] = decodeAbiParameters([{ type: 'bytes' }], answer)
    answers.set(`${decoder}${call.data}`, { ok: true, packed })
  }
  const verdict = verifyCalldata(data, {
    tree,
    rules: ruleBook,
    answerOf: ({ decoder, bytes }) => answers.get(`${decoder}${printHex(bytes)}`) ?? null,
  })
  expect(verdict.calls.map((call) => call.verdict)).toEqual(verdict.calls.map(() => 'proven'))
  expect(verdict.ok).toBe(true)
}

/** Tokens that keep shares round a base unit or two. */
function isNear(one: bigint, other: bigint): boolean {
  return one - other <= 2n && other - one <= 2n
}

function lower(account: Address): string {
  return account.toLowerCase()
}
