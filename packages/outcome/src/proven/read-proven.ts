import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import {
  type BlockFact,
  type BringState,
  type EvmRules,
  type EvmTimeLimit,
  openMachine,
  openWorld,
  unknowable,
  type World,
  writeSlot,
} from '@vaultwright/evm'
import type { ProvenState } from '@vaultwright/proof'
import type { ContractRead, Donation, Reading } from '@vaultwright/protocols'
import type { EthCallResult } from '../read/eth-call.ts'

/** A call that only reads. */
export type ProvenRead = Pick<ContractRead, 'to' | 'data' | 'after'>

/** The answer of a call at a block, as it follows from the block's hash. */
export type ProvenReadResult = EthCallResult & {
  /** The facts of the block that it read and no proof gives: with one of them the answer does not follow. */
  readonly unknowable: readonly BlockFact[]
}

/** The most gas that a read may use: what a node's `eth_call` gives as a rule. */
const readGas = 50_000_000n

/** The source of a reader's state, and the time its EVM may run. */
type ProvenReaderSource = { readonly bring: BringState; readonly limit?: EvmTimeLimit }

/** Answers a call on the state as its block left it. The same call is executed once. */
export type ProvenReader = (read: ProvenRead) => Promise<ProvenReadResult>

/** The result of a reading on proven state. */
export type ProvenReadingRun<Found> = {
  readonly found: Found
  /** The facts of the block that its calls read and no proof gives: with one of them the result does not follow. */
  readonly unknowable: readonly BlockFact[]
  /** Calls that were executed, each once. */
  readonly callCount: number
}

/**
 * Opens a reader of calls in this process, on state that follows from a block's hash. It executes at the number and
 * the time of that very block, as `eth_call` does: what grows by the second is as the block left it.
 *
 * @returns the reader; each call runs on a branch of one world, so that none sees another. It throws what `bring`
 * throws, {StateMissingError} {StateProofError} {EvmTimeLimitError}: never an answer then.
 */
export function openProvenReader(
  state: ProvenState,
  rules: EvmRules,
  { bring, limit }: ProvenReaderSource,
): ProvenReader {
  const { number, timestamp } = state.header
  const world = openWorld(state, bring, limit)
  const answers = new Map<string, Promise<ProvenReadResult>>()
  const gifts = new Map<string, Promise<World | null>>()
  const worldAfter = (donation: Donation): Promise<World | null> => {
    const key = JSON.stringify({ ...donation, amount: String(donation.amount) })
    const gift = gifts.get(key) ?? donate(world, donation, execute)
    gifts.set(key, gift)
    return gift
  }
  const execute = async (
    { to, data, after }: ProvenRead,
    base: World = world,
  ): Promise<ProvenReadResult> => {
    const before = after === undefined ? base : await worldAfter(after)
    if (before === null) return { ok: false, data: '0x', unknowable: [] }
    const machine = await openMachine(before.branch(), rules, { number, timestamp })
    const call = { from: zeroAddress, to, data, value: 0n, gas: readGas }
    const { isSuccess, returnData } = await machine.run(call)
    return {
      ok: isSuccess,
      data: returnData,
      unknowable: [...machine.asked].filter((name) => unknowable.has(name)).sort(),
    }
  }
  return (read) => {
    const key = keyOf(read)
    const answer = answers.get(key) ?? execute(read)
    answers.set(key, answer)
    return answer
  }
}

/**
 * Answers calls in this process, on state that follows from a block's hash, in the surroundings of that block.
 *
 * @param reads - each is answered on the state as the block left it; none sees another.
 * @throws what `bring` throws, {StateMissingError} {StateProofError} {EvmTimeLimitError}: never an answer then.
 */
export async function readProven(
  state: ProvenState,
  rules: EvmRules,
  { reads, ...source }: ProvenReaderSource & { readonly reads: readonly ProvenRead[] },
): Promise<readonly ProvenReadResult[]> {
  const reader = openProvenReader(state, rules, source)
  const results: ProvenReadResult[] = []
  for (const call of reads) results.push(await reader(call))
  return results
}

/**
 * Runs a reading on proven state.
 *
 * @param prepare - is awaited before each round with its calls that were not executed yet, as to bring their state.
 * @throws what `reader` throws.
 */
export async function runProvenReading<Found>(
  reading: Reading<Found>,
  reader: ProvenReader,
  prepare: (calls: readonly ContractRead[]) => Promise<void> = async () => undefined,
): Promise<ProvenReadingRun<Found>> {
  const executed = new Set<string>()
  const facts = new Set<BlockFact>()
  let step = reading.next()
  while (step.done !== true) {
    const fresh = new Map(step.value.map((call) => [keyOf(call), call]))
    for (const key of executed) fresh.delete(key)
    await prepare([...fresh.values()])
    const round: (Hex | null)[] = []
    for (const call of step.value) {
      const { ok, data, unknowable: names } = await reader(call)
      for (const name of names) facts.add(name)
      executed.add(keyOf(call))
      round.push(ok ? data : null)
    }
    step = reading.next(round)
  }
  return { found: step.value, unknowable: [...facts].sort(), callCount: executed.size }
}

/**
 * Gives an account tokens by the slot of its balance: the one whose word is the balance, and with more in it the token
 * says that it has more. Null where no slot is that.
 */
async function donate(
  world: World,
  { token, to, amount }: Donation,
  read: (call: ProvenRead, base: World) => Promise<ProvenReadResult>,
): Promise<World | null> {
  const call = {
    to: token,
    data: `0x70a08231${to.slice(2).toLowerCase().padStart(64, '0')}`,
  } as const
  const balance = (await read(call, world)).data
  if (balance.length !== 66) return null
  const raised = `0x${(BigInt(balance) + amount).toString(16).padStart(64, '0')}` as const
  const account = token.toLowerCase() as Address
  for (const id of world.state.reads.slots) {
    const [owner, slot] = id.split(' ') as [Address, Hex]
    if (owner !== account || world.state.peek.slot(owner, slot) !== balance) continue
    const gifted = world.branch()
    await writeSlot(gifted, { account, slot }, raised)
    if ((await read(call, gifted)).data === raised) return gifted
  }
  return null
}

function keyOf({ to, data, after }: ProvenRead): string {
  const gift = after === undefined ? '' : ` ${after.token} ${after.to} ${after.amount}`
  return `${to} ${data}${gift}`.toLowerCase()
}
