import type { Address, Hex } from '@vaultwright/base'
import { decodeErrorResult, parseAbi, toEventSelector } from 'viem'
import { openRandom } from '../../../scripts/vector/random.mjs'
import type { Random } from '../driver/exit.ts'
import {
  type ChainCall,
  encodeChainCall,
  type RealChain,
  revertDataOf,
} from '../world/real-chain.ts'

/** Contracts of one side by the names of their parts: `pool`, `share`. Both sides have the same parts. */
export type Parts = Readonly<Record<string, Address>>

/** A call that both sides get. */
export type Step = {
  /** The row of the table of differences that is about it; a step without one has none. */
  readonly difference?: string
  /** The part or place that is called; `subject` when not said. */
  readonly to?: string
  /** With what it returns. */
  readonly call: string
  readonly args?: readonly unknown[]
  /** Calldata in place of arguments. */
  readonly data?: Hex
  /** The trader when not said. */
  readonly from?: string
  readonly value?: bigint
  /** The word of the answer that is each side's own: a hash of its address, or gas. */
  readonly ownWord?: number
}

/** The result of a step: why it reverted, or the words that it returned, moved and logged. */
export type StepResult = {
  readonly name: string
  readonly difference: string | null
  readonly reverted: string | null
  readonly words: readonly string[]
}

/** A double, or the contract that it stands for, while it gets the calls. */
export type Side = {
  /** The address of a part, or of a place of the world. */
  readonly of: (name: string) => Address
  /** The same values on both sides. */
  readonly random: Random
  /** Makes a call and keeps its result, which it gives as well. */
  readonly call: (step: Step) => Promise<Hex>
  /** Reads without keeping a result. */
  readonly readCall: (call: ChainCall) => Promise<unknown>
  /** Lets time pass. */
  readonly wait: (seconds: number) => void
}

/** The parts and values of a run. */
export type SideRun = {
  readonly parts: Parts
  /** Tokens of which each call must move the same: places or parts. */
  readonly tokens: readonly string[]
  /** Parts whose events are not compared: tokens that each side counts in units of its own. */
  readonly ignored?: readonly string[] | undefined
  readonly seed: number
  readonly startUnix: number
}

const holders = ['trader', 'stranger', 'treasury', 'owner'] as const
const balanceOf = 'balanceOf(address) view returns (uint256)'

/** The events that a simulation reads. */
const readEvents = new Set(
  [
    'Transfer(address,address,uint256)',
    'Approval(address,address,uint256)',
    'Deposit(address,uint256)',
    'Withdrawal(address,uint256)',
  ].map((event) => toEventSelector(`event ${event}`)),
)

/** Runs calls on one side, each in a block at a moment that both sides share. */
export async function runSide(
  chain: RealChain,
  run: SideRun,
  act: (side: Side) => Promise<void>,
): Promise<readonly StepResult[]> {
  const results: StepResult[] = []
  const of = (name: string) => run.parts[name] ?? chain.of(name)
  const named = Object.entries(run.parts).map(
    ([name, address]) => [address.slice(2).toLowerCase(), name] as const,
  )
  const neutral = (hex: string) =>
    named.reduce((text, [address, name]) => text.replaceAll(address, `<${name}>`), hex)
  const unread = new Set((run.ignored ?? []).map((name) => of(name).toLowerCase()))
  const balances = async () => {
    const list: bigint[] = []
    for (const token of run.tokens) {
      for (const holder of holders) {
        const args = [chain.of(holder)]
        list.push((await chain.read({ to: of(token), call: balanceOf, args })) as bigint)
      }
    }
    return list
  }
  let before = await balances()
  let moment = run.startUnix
  const call: Side['call'] = async (step) => {
    const { call, args = [], from = 'trader', value = 0n, difference = null } = step
    const to = of(step.to ?? 'subject')
    const data = step.data ?? encodeChainCall({ call, args })
    const transaction = { from: of(from), to, data, value }
    const name = `${results.length} ${call}`
    moment += 12
    await chain.ask('evm_setNextBlockTimestamp', moment)
    await chain.ask('evm_mine')
    const trace = await chain.trace(transaction)
    const returned = revertDataOf(trace)
    if (trace.error !== undefined) {
      results.push({ name, difference, reverted: reasonOf(returned), words: [] })
      return returned
    }
    const words = wordsOf(returned)
    if (step.ownWord !== undefined) words[step.ownWord] = '<own>'
    if (!call.includes(' view ')) {
      moment += 12
      await chain.ask('evm_setNextBlockTimestamp', moment)
      const { logs } = await chain.send(transaction)
      const reads = logs.filter(
        ({ address, topics }) => readEvents.has(topics[0]!) && !unread.has(address.toLowerCase()),
      )
      const texts = reads.map(({ address, topics, data }) =>
        [address.slice(2), ...topics, ...wordsOf(data)]
          .map((word) => word.toLowerCase())
          .map(neutral),
      )
      words.push(
        ...texts
          .map((text) => text.join(' '))
          .sort()
          .flatMap((text) => text.split(' ')),
      )
    }
    const now = await balances()
    words.push(...now.map((balance, index) => String(balance - before[index]!)))
    before = now
    results.push({ name, difference, reverted: null, words: words.map(neutral) })
    return returned
  }
  await act({
    of,
    random: openRandom(run.seed),
    call,
    readCall: (request) => chain.read({ ...request, to: of(request.to) }),
    wait: (seconds) => {
      moment += seconds
    },
  })
  return results
}

function wordsOf(data: Hex): string[] {
  return data.slice(2).match(/.{1,64}/g) ?? []
}

const texts = parseAbi(['error Error(string message)', 'error Panic(uint256 code)'])

/** The text of the reason in quotes; the selector of an error; nothing without one. */
function reasonOf(data: Hex): string {
  if (data === '0x') return 'no reason'
  if (!/^0x(08c379a0|4e487b71)/.test(data)) return data.slice(0, 10)
  const { errorName, args } = decodeErrorResult({ abi: texts, data })
  return errorName === 'Panic' ? `Panic(${args[0]})` : `"${args[0]}"`
}
