import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { placeCode, readCode, readWord, writeSlot } from '@vaultwright/evm'
import { selectorOf } from '@vaultwright/manager'
import type { DrillWorld } from './drill-world.ts'
import { feedCodeOf } from './feed-code.ts'

/** A value to set, or a change in basis points of what is there. */
export type ShockValue = { readonly to: bigint } | { readonly byBps: bigint }

/** A change of the state before a drill: what would be paid if it were so. */
export type Shock =
  /** The answers of a price feed, as it answers them. */
  | { readonly kind: 'feed'; readonly feed: Address; readonly value: ShockValue }
  /** The balance that an account, such as a market, has of a token, base units. */
  | {
      readonly kind: 'cash'
      readonly token: Address
      readonly holder: Address
      readonly value: ShockValue
    }
  | { readonly kind: 'paused'; readonly contract: Address }
  /** The rate of an accountant as it stores it. */
  | { readonly kind: 'rate'; readonly accountant: Address; readonly value: ShockValue }

/** A change that a shock makes to the state. */
export type ShockOverride =
  | { readonly account: Address; readonly code: Hex }
  | { readonly account: Address; readonly slot: Hex; readonly word: Hex }

/** A shock that was applied, what it changed, and the getters that show that it did. */
export type AppliedShock = {
  readonly shock: Shock
  readonly overrides: readonly ShockOverride[]
  readonly shown: readonly {
    readonly account: Address
    readonly getter: string
    readonly before: bigint
    readonly after: bigint
  }[]
}

/** A number that a contract answers. */
type Getter = {
  readonly account: Address
  readonly signature: string
  readonly data: Hex
  /** The word of the answer, from 0; by the count of its words where versions differ. */
  readonly wordOf: (count: number) => number
}

const firstWord = () => 0
const priceGetters = ['price()', 'latestAnswer()', 'latestRoundData()', 'getRate()'] as const

/**
 * Applies a shock to the state of a drill. The slot of a value is found by running its getter: of the slots that it
 * reads, the one whose change makes it answer the value. The getter is run once more to show that it does.
 *
 * @throws {ShockError} where the account has no code, answers no such getter, or no slot holds the value.
 */
export async function applyShock(world: DrillWorld, shock: Shock): Promise<AppliedShock> {
  if (shock.kind === 'feed') return shockFeed(world, shock)
  if (shock.kind === 'paused') {
    const names = ['paused()', 'isPaused()', 'accountantState()']
    const getters = names.map((name) => getterOf(shock.contract, name, pauseWordOf(name)))
    return shockWord(world, shock, { getters, value: { to: 1n } })
  }
  if (shock.kind === 'rate') {
    const getters = [getterOf(shock.accountant, 'getRate()', firstWord)]
    return shockWord(world, shock, { getters, value: shock.value })
  }
  const data: Hex = `${selectorOf('balanceOf(address)')}${shock.holder.slice(2).toLowerCase().padStart(64, '0')}`
  const getter = { ...getterOf(shock.token, 'balanceOf(address)', firstWord), data }
  return shockWord(world, shock, { getters: [getter], value: shock.value })
}

/** Source: accountantState of the accountants: ten words in the oldest, twelve with the highest rate before the fees. */
function pauseWordOf(name: string): Getter['wordOf'] {
  return name === 'accountantState()' ? (count) => (count === 10 ? 7 : 8) : firstWord
}

function getterOf(account: Address, signature: string, wordOf: Getter['wordOf']): Getter {
  return { account, signature, data: selectorOf(signature), wordOf }
}

async function shockFeed(
  world: DrillWorld,
  shock: Extract<Shock, { kind: 'feed' }>,
): Promise<AppliedShock> {
  const { feed, value } = shock
  const code = await readCode(world.world, feed)
  if (code === '0x') throw new ShockError(shock, 'it has no code')
  const answers: { readonly getter: Getter; readonly words: readonly bigint[] }[] = []
  for (const signature of priceGetters) {
    const isRound = signature === 'latestRoundData()'
    const getter = getterOf(feed, signature, () => (isRound ? 1 : 0))
    const words = await wordsOf(world, getter)
    if (words !== null && words.length === (isRound ? 5 : 1)) answers.push({ getter, words })
  }
  if (answers.length === 0)
    throw new ShockError(shock, `it answers none of ${priceGetters.join(', ')}`)
  const shown = answers.map(({ getter, words }) => {
    const index = getter.wordOf(words.length)
    const after = shockedOf(value, words[index]!)
    return { getter, index, words: words.with(index, after), before: words[index]!, after }
  })
  const behind: Address = `0x${(BigInt(feed) ^ (2n ** 160n - 1n)).toString(16).padStart(40, '0')}`
  const fixed = shown.map(({ getter, words }) => ({ selector: getter.data, words }))
  const overrides = [
    { account: behind, code },
    { account: feed, code: feedCodeOf(fixed, behind) },
  ]
  for (const placed of overrides) await placeCode(world.world, placed.account, placed.code)
  for (const { getter, index, after } of shown)
    if ((await wordsOf(world, getter))?.[index] !== after)
      throw new ShockError(shock, `${getter.signature} does not answer the price that was set`)
  return {
    shock,
    overrides,
    shown: shown.map(({ getter, before, after }) => ({
      account: feed,
      getter: getter.signature,
      before,
      after,
    })),
  }
}

async function shockWord(
  world: DrillWorld,
  shock: Shock,
  { getters, value }: { readonly getters: readonly Getter[]; readonly value: ShockValue },
): Promise<AppliedShock> {
  for (const getter of getters) {
    const before = await numberOf(world, getter)
    if (before === null) continue
    const after = shockedOf(value, before)
    if (after < 0n) throw new ShockError(shock, `${after} is below 0`)
    const written = after === before ? [] : await writeNumber(world, getter, { before, after })
    if (written === null)
      throw new ShockError(shock, `no slot that ${getter.signature} reads holds its answer`)
    const { account, signature } = getter
    const shown = [{ account, getter: signature, before, after }]
    return { shock, overrides: written, shown }
  }
  const names = getters.map(({ signature }) => signature).join(', ')
  throw new ShockError(shock, `it answers none of ${names}`)
}

type Change = { readonly before: bigint; readonly after: bigint }

/** Writes the field that holds a number: of the slots that are read, the widest place whose change the getter answers. */
async function writeNumber(
  world: DrillWorld,
  getter: Getter,
  change: Change,
): Promise<readonly ShockOverride[] | null> {
  for (const id of [...world.world.state.reads.slots]) {
    const [account, slot] = id.split(' ') as [Address, Hex]
    for (const changed of wordsWith(await readWord(world.world, account, slot), change)) {
      const word: Hex = `0x${changed.toString(16).padStart(64, '0')}`
      const branch = world.branch('stay')
      await writeSlot(branch.world, { account, slot }, word)
      if ((await numberOf(branch, getter)) !== change.after) continue
      await writeSlot(world.world, { account, slot }, word)
      return [{ account, slot, word }]
    }
  }
  return null
}

/** A field may be packed beside others: each place of the word that holds the number, the widest first. */
function* wordsWith(word: bigint, { before, after }: Change): Iterable<bigint> {
  for (let width = 32n; width > 0n; width -= 1n) {
    const mask = 2n ** (8n * width) - 1n
    if (before > mask || after > mask) return
    for (let offset = 0n; offset + width <= 32n; offset += 1n) {
      const shift = 8n * offset
      if (((word >> shift) & mask) !== before) continue
      yield (word & ~(mask << shift)) | (after << shift)
    }
  }
}

async function numberOf(world: DrillWorld, getter: Getter): Promise<bigint | null> {
  const words = await wordsOf(world, getter)
  return words?.[getter.wordOf(words.length)] ?? null
}

async function wordsOf(
  world: DrillWorld,
  { account, data }: Getter,
): Promise<readonly bigint[] | null> {
  const [answer] = await world.ask([{ to: account, data }])
  if (answer === null || answer === undefined || answer.length % 64 !== 2) return null
  return (answer.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))
}

function shockedOf(value: ShockValue, before: bigint): bigint {
  return 'to' in value ? value.to : (before * (10_000n + value.byBps)) / 10_000n
}

/** A shock cannot be applied to a contract. */
export class ShockError extends BaseError {
  override readonly code = 'shock_not_possible'
  override readonly kind = 'invalid_input'

  constructor(shock: Shock, reason: string) {
    const account =
      shock.kind === 'feed'
        ? shock.feed
        : shock.kind === 'cash'
          ? shock.token
          : shock.kind === 'paused'
            ? shock.contract
            : shock.accountant
    super({
      message: `The shock "${shock.kind}" cannot be applied to ${account}: ${reason}. Name the contract whose own answer changes.`,
      facts: { shock: shock.kind, account, reason },
    })
  }
}
