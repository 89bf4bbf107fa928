import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { type FileProblem, fileReaderOf, refused, withChecks } from '@vaultwright/document'
import type { AbiValue } from '@vaultwright/manager'
import { parseAddress } from '@vaultwright/merkle'
import { emptyFacts, type KnownFacts } from '@vaultwright/protocols'
import Type, { type Static } from 'typebox'
import { type JsonProblem, jsonProblemText, readJsonFile } from './json-file.ts'

/** The facts read from chains once, so that building needs none. */
export type Lock = {
  /** By chain id. */
  readonly chains: ReadonlyMap<number, ChainLock>
}

/** The facts read from one chain at one block. */
type ChainLock = {
  readonly block: LockBlock
  /** In the order of the addresses. */
  readonly accounts: readonly LockedAccount[]
}

/** The block that all of it was read at. */
type LockBlock = { readonly number: bigint; readonly hash: Hex }

/** The answer of an account. */
export type LockedAccount = {
  readonly address: Address
  /** Null when it has none, or was not read. */
  readonly symbol: string | null
  readonly decimals: number | null
  /** Answers by call: `asset()`; lists of what an index is asked for. */
  readonly facts: ReadonlyMap<string, LockedValue>
}

/** An answer: an address, 0x hex or a decimal number; or a list of these. */
export type LockedValue = string | readonly string[]

/** A symbol is for people, and contracts say what they like: nothing in it may turn lines or writing. */
const symbol = withChecks(Type.String(), (text) =>
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)
    ? [{ path: [], message: 'is a symbol with characters that cannot be seen' }]
    : [],
)

const row = Type.Object(
  {
    symbol: Type.Optional(symbol),
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 255 })),
    facts: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())])),
    ),
  },
  { additionalProperties: false },
)

/** One account in two spellings would be one of which the later silently counts. */
const rows = Type.Decode(Type.Record(Type.String(), row), (read) => {
  const byAddress = new Map<Address, Static<typeof row>>()
  const problems: FileProblem[] = []
  for (const [key, value] of Object.entries(read)) {
    const address = addressOf(key)
    if (address === null || byAddress.has(address)) {
      const message = address === null ? 'is not an address' : 'is there twice'
      problems.push({ path: [key], message })
    } else byAddress.set(address, value)
  }
  return problems.length > 0 ? refused(problems) : byAddress
})

const chain = Type.Object(
  {
    block: Type.Object(
      {
        number: Type.String({ pattern: '^\\d{1,18}$' }),
        hash: Type.String({ pattern: '^0x[0-9a-f]{64}$' }),
      },
      { additionalProperties: false },
    ),
    accounts: rows,
  },
  { additionalProperties: false },
)
const readFile = fileReaderOf(
  Type.Object(
    {
      version: Type.Literal(1),
      chains: Type.Record(Type.String(), chain, {
        propertyNames: Type.String({ pattern: '^[1-9]\\d{0,14}$' }),
      }),
    },
    { additionalProperties: false },
  ),
)

/** A lock with nothing in it. */
export const emptyLock: Lock = { chains: new Map() }

/**
 * Reads a lock file.
 *
 * @throws {LockFileError} if it is not valid.
 * @throws {DuplicateKeyError} where a key stands twice: two readers could see two files.
 */
export function parseLock(text: string): Lock {
  const parsed = readJsonFile(text, readFile)
  if (!parsed.ok) throw new LockFileError(parsed.problems)
  const chains = Object.entries(parsed.value.chains).map(([id, { block, accounts }]) => {
    const rows = [...accounts].map(
      ([address, { symbol = null, decimals = null, facts = {} }]): LockedAccount => ({
        address,
        symbol,
        decimals,
        facts: new Map(Object.entries(facts)),
      }),
    )
    const blockRef = { number: BigInt(block.number), hash: block.hash as Hex }
    return [Number(id), { block: blockRef, accounts: sorted(rows) }] as const
  })
  return { chains: new Map(chains) }
}

/**
 * Prints a lock file: the same answers give the same bytes.
 *
 * @returns JSON with two spaces a step, everything in order.
 */
export function printLock(lock: Lock): string {
  const ids = [...lock.chains.keys()].sort((one, other) => one - other)
  const chains = ids.map((id) => {
    const { block, accounts } = lock.chains.get(id)!
    const rows = sorted(accounts).map(({ address, symbol, decimals, facts }) => {
      const calls = [...facts].sort(([one], [other]) => (one < other ? -1 : 1))
      return [
        address,
        {
          ...(symbol === null ? {} : { symbol }),
          ...(decimals === null ? {} : { decimals }),
          ...(calls.length === 0 ? {} : { facts: Object.fromEntries(calls) }),
        },
      ]
    })
    const blockJson = { number: block.number.toString(), hash: block.hash }
    return [id, { block: blockJson, accounts: Object.fromEntries(rows) }]
  })
  return `${JSON.stringify({ version: 1, chains: Object.fromEntries(chains) }, null, 2)}\n`
}

/**
 * Puts what was read from a chain in the place of what was there.
 *
 * @param lock - the lock so far; other chains stay as they are.
 * @param read - the block, and what accounts answered.
 */
export function lockOf(lock: Lock, chainId: number, read: ChainLock): Lock {
  const accounts = sorted(read.accounts)
  return { chains: new Map([...lock.chains, [chainId, { ...read, accounts }]]) }
}

/**
 * Gives what a lock file knows of a chain.
 *
 * @returns tokens and facts; nothing of a chain that it does not have.
 */
export function factsOfLock(lock: Lock, chainId: number): KnownFacts {
  const accounts = lock.chains.get(chainId)?.accounts ?? []
  const byAddress = new Map(accounts.map((one) => [one.address.toLowerCase(), one]))
  return {
    ...emptyFacts,
    tokenOf: (address) => {
      const { symbol, decimals } = byAddress.get(address.toLowerCase()) ?? none
      if (symbol === null || decimals === null) return null
      return { symbol, decimals, resetsApproval: null }
    },
    labelOf: (address) => byAddress.get(address.toLowerCase())?.symbol ?? null,
    factOf: (address, call) => {
      const value = byAddress.get(address.toLowerCase())?.facts.get(call)
      if (value === undefined) return null
      return typeof value === 'string' ? answerOf(value) : value.map(answerOf)
    },
  }
}

const none = { symbol: null, decimals: null }

/** Decimal texts are numbers; an account has one spelling, and one with a wrong checksum stays no account. */
function answerOf(text: string): AbiValue {
  return /^-?\d+$/.test(text) ? BigInt(text) : (addressOf(text) ?? text)
}

function sorted(accounts: readonly LockedAccount[]): readonly LockedAccount[] {
  const key = ({ address }: LockedAccount) => address.toLowerCase()
  return [...accounts].sort((one, other) => (key(one) < key(other) ? -1 : 1))
}

function addressOf(text: string): Address | null {
  try {
    return parseAddress(text)
  } catch {
    return null
  }
}

/** A lock file cannot be read. */
export class LockFileError extends BaseError {
  override readonly code = 'lock_file'
  override readonly kind = 'invalid_input'

  constructor(problems: readonly JsonProblem[]) {
    super({
      message: `The lock file is not as it must be: ${jsonProblemText(problems)}. Make it anew with --update.`,
      facts: { problems: problems.map((problem) => ({ ...problem })) },
    })
  }
}
